-- A server that died after it had queued the next job of a forwarding and before it ended the one it ran left both, and each went on for
-- ever, so every entry was sent twice. A forwarding is one job now that runs again and again; of those that there are, one is left.
delete from jobs d
where kind = 'audit.forward' and exists (
  select from jobs k
  where k.bucket = d.bucket and k.tenant_id = d.tenant_id and k.kind = d.kind and k.payload = d.payload and k.id < d.id
)
