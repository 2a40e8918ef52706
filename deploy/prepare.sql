-- Makes the database and its owner; once, as a superuser:
--   psql -v owner_password="$(openssl rand -base64 24)" -f deploy/prepare.sql
\set ON_ERROR_STOP on
\set QUIET on
-- CREATEROLE lets the owner make the server's restricted login while it installs; deploy/close.sql takes it away again.
create role sentrywell_owner login createrole nosuperuser nobypassrls password :'owner_password';
create database sentrywell owner sentrywell_owner;
\connect sentrywell
create extension pg_trgm;
revoke all on schema public from public;
grant usage, create on schema public to sentrywell_owner;
revoke temporary on database sentrywell from public;
\echo The database sentrywell and its owner sentrywell_owner are there.
