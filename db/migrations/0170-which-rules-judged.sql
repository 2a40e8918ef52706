-- A catalogue can change within its version, and so can the code that judges by it: which rules judged an assessment is a mark over
-- both. Null: it was stored before this was noted, or by a server from before.
alter table assessments add column rules text
