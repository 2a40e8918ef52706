-- After the first `npm run migrate`, as a superuser: gives the server's login its password (DATABASE_APP_PASSWORD of
-- secrets.json), and takes from the owner what it
-- needed to install only.
--   psql -d sentrywell -v app_password="$APP_PASSWORD" -f deploy/close.sql
\set ON_ERROR_STOP on
\set QUIET on
alter role app_login password :'app_password';
alter role sentrywell_owner nocreaterole;
