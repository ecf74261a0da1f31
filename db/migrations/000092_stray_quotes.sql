-- A quote in the row never ends, or stands within a text, so the row was read as if quotes were letters. In other rows a
-- text may begin with a quote.
ALTER TABLE member_import_rows ADD COLUMN stray boolean NOT NULL DEFAULT false;
