-- The kinds of register entries are those of domain/assessment/commands, which judge every entry before it is stored.
ALTER TABLE registers DROP CONSTRAINT registers_kind_check;
