-- A new e-mail address waits for the link that was mailed to it.
alter table one_use_tokens drop constraint one_use_tokens_purpose_check
--;
alter table one_use_tokens add constraint one_use_tokens_purpose_check
  check (purpose in ('confirm_email', 'reset_password', 'change_email', 'passkey', 'totp_enrolment'))
