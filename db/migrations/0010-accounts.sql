-- A password below 15 characters is enough only beside a second factor: the last factor can't be removed while it is in use.
alter table users add column has_short_password boolean not null default false
