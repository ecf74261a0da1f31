-- Entries of registers as a view of their own: a page of the log reads each kind of entry in the order of its index. No
-- edit is without its register, but an inner join would be made where nothing of the register is asked for.
CREATE VIEW register_entries WITH (security_invoker = true) AS
  SELECT edit.client_id, edit.log_id AS id, edit.received_at AS at, edit.author_id AS user_id, edit.acting_as,
    register.kind AS action, 'member' AS entity, register.member_id::text AS entity_id, NULL::jsonb AS before,
    jsonb_build_object('op', edit.op_id, 'outcome', CASE WHEN edit.superseded THEN 'superseded' ELSE 'applied' END) AS after,
    edit.club_id, register.member_id
  FROM register_edits edit
  LEFT JOIN registers register ON register.client_id = edit.client_id AND register.lane = edit.lane
  WHERE edit.log_id IS NOT NULL;
CREATE OR REPLACE VIEW edit_entries WITH (security_invoker = true) AS
  SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, before, after, club_id, member_id
  FROM mark_entries
  UNION ALL
  SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, before, after, club_id, member_id
  FROM register_entries;
GRANT SELECT ON register_entries TO rungs_app;
