-- Secrets say what they are for their owner: the browser of a session, the address that a letter went to.
ALTER TABLE token ADD COLUMN label plain NOT NULL DEFAULT '';
