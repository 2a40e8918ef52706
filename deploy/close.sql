-- After the first `npm run migrate`, as a superuser: gives the server's login its password (DATABASE_APP_PASSWORD of
-- secrets.json), and takes from the owner what it needed to install only.
--   APP_PASSWORD=… psql -d sentrywell -f deploy/close.sql
\set ON_ERROR_STOP on
\set QUIET on
\getenv app_password APP_PASSWORD
alter role app_login password :'app_password';
alter role sentrywell_owner nocreaterole;
