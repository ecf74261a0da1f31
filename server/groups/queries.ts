/** SQL of one group as the wire shows it, from alias `g`. */
export const groupJson = `json_build_object(
  'id', g.id, 'club_id', g.club_id, 'name', g.name, 'ngo_id', g.ngo_id,
  'scheme_slug', (SELECT s.slug FROM schemes s WHERE s.client_id = g.client_id AND s.id = g.scheme_id),
  'levels', to_json(g.levels), 'assessment_levels', to_json(g.assessment_levels),
  'assessment_level_limit', g.assessment_level_limit, 'session_plan_uuid', null, 'is_slot', g.is_slot,
  'start_at', to_char(g.start_at, 'HH24:MI'), 'duration_minutes', g.duration_minutes, 'weekdays', to_json(g.weekdays),
  'time_zone', (SELECT cl.time_zone FROM clubs cl WHERE cl.client_id = g.client_id AND cl.id = g.club_id),
  'first_date', g.first_date, 'last_date', g.last_date, 'place', g.place,
  'total_members', (SELECT count(*) FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id
     AND current_date >= gm.from_date AND (gm.to_date IS NULL OR current_date <= gm.to_date)),
  'members_loaded', true, 'teacher_ngo_id', null, 'max_size', g.max_size,
  'coaches', coalesce((SELECT json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname)
       ORDER BY u.lastname, u.firstname)
     FROM group_coaches gc JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
     WHERE gc.client_id = g.client_id AND gc.group_id = g.id
       AND current_date >= gc.from_date AND (gc.to_date IS NULL OR current_date <= gc.to_date)), '[]'))`
