-- Mails that were delivered or given up, invitations that can no longer be used, requests to join that were answered and messages of the
-- contact page are deleted after a time, as sessions and links are: server/src/features/forgetting. What goes there row security decides.
grant delete on mails, invitations, access_requests, contact_messages to app_user
