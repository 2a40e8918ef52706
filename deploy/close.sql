-- After the first `npm run migrate`, as a superuser: gives the server's login its password, and takes from the owner what it
-- needed to install only.
--   psql -d sentrywell -v app_password="…" -f deploy/close.sql
\set ON_ERROR_STOP on
\set QUIET on
alter role app_login password :'app_password';
alter role sentrywell_owner nocreaterole;
