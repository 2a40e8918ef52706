-- The end of an exception is written into the audit log by a job on its day. Those accepted before get theirs here.
insert into jobs (bucket, tenant_id, kind, payload, run_at)
select tenant_id % 64, tenant_id, 'exception.expire', jsonb_build_object('exceptionId', id), expires_at
from assessment_exceptions where ended_at is null
