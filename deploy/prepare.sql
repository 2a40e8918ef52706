-- Makes the database and its owner; once, as a superuser, with the owner's password in the environment (not among the words of
-- a command, which every account of the machine can read):
--   OWNER_PASSWORD=… psql -f deploy/prepare.sql
\set ON_ERROR_STOP on
\set QUIET on
\getenv owner_password OWNER_PASSWORD
-- CREATEROLE lets the owner make the server's restricted login while it installs; deploy/close.sql takes it away again.
create role sentrywell_owner login createrole nosuperuser nobypassrls password :'owner_password';
-- Names in any script, whatever the machine's language is.
create database sentrywell owner sentrywell_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
\connect sentrywell
create extension pg_trgm;
revoke all on schema public from public;
grant usage, create on schema public to sentrywell_owner;
revoke temporary on database sentrywell from public;
\echo The database sentrywell and its owner sentrywell_owner are there.
