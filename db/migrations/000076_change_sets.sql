-- Renames to plain terms. A change set is what one write of a club administrator did, stored so that it can be undone.
ALTER TABLE office_steps RENAME TO change_sets;
ALTER TABLE step_places RENAME TO change_set_places;
ALTER TABLE step_members RENAME TO change_set_members;
ALTER TABLE change_set_places RENAME COLUMN step_id TO change_set_id;
ALTER TABLE change_set_members RENAME COLUMN step_id TO change_set_id;
ALTER INDEX step_places_member RENAME TO change_set_places_member;
ALTER INDEX step_members_member RENAME TO change_set_members_member;
