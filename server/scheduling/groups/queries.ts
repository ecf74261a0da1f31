/** SQL of the coach who covers session `x` of group `g`, if that coach is still at the club on that day. */
export const coverJson = `(SELECT json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname)
  FROM users u JOIN user_clubs uc ON uc.client_id = u.client_id AND uc.user_id = u.id AND uc.club_id = g.club_id
  WHERE u.client_id = x.client_id AND u.id = x.cover_id AND u.status = 'current' AND (uc.to_date IS NULL OR uc.to_date >= x.date))`

/** SQL of the exception `x` of a session of group `g`. */
export const exceptionJson = `json_build_object('date', x.date, 'cancelled', x.cancelled, 'reason', x.reason, 'cover', ${coverJson}, 'taken', x.taken,
  'moved_to', x.moved_to, 'moved_from', x.moved_from, 'start_at', to_char(x.start_at, 'HH24:MI'))`

/** SQL of group `g` in the shape of the contract's `Group`. */
export const groupJson = `json_build_object(
  'id', g.id, 'club_id', g.club_id, 'name', g.name, 'ngo_id', g.ngo_id,
  'scheme_slug', (SELECT s.slug FROM schemes s WHERE s.client_id = g.client_id AND s.id = g.scheme_id),
  'levels', to_json(g.levels), 'assessment_levels', to_json(g.assessment_levels),
  'assessment_level_limit', g.assessment_level_limit, 'session_plan_uuid', (SELECT pg.plan_id FROM lesson_plan_groups pg
     JOIN lesson_plans p ON p.client_id = pg.client_id AND p.id = pg.plan_id AND NOT p.deleted
     WHERE pg.client_id = g.client_id AND pg.group_id = g.id AND pg.attached ORDER BY pg.ts DESC, pg.plan_id LIMIT 1),
   'is_slot', g.is_slot,
  'start_at', to_char(g.start_at, 'HH24:MI'), 'duration_minutes', g.duration_minutes, 'weekdays', to_json(g.weekdays),
  'time_zone', (SELECT cl.time_zone FROM clubs cl WHERE cl.client_id = g.client_id AND cl.id = g.club_id),
  'first_date', g.first_date, 'last_date', g.last_date, 'place', g.place,
  'total_members', (SELECT count(*) FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id
     AND current_date >= gm.from_date AND (gm.to_date IS NULL OR current_date <= gm.to_date)),
  'terms', coalesce((SELECT json_agg(json_build_object('kind', t.kind, 'name', t.name, 'first_date', t.first_date, 'last_date', t.last_date)
       ORDER BY t.first_date, t.id) FROM terms t
     WHERE t.client_id = g.client_id AND t.club_id = g.club_id AND t.last_date >= current_date - 365), '[]'),
  'exceptions', coalesce((SELECT json_agg(${exceptionJson}
       ORDER BY x.date) FROM session_exceptions x
     WHERE x.client_id = g.client_id AND x.group_id = g.id AND x.date >= current_date - 60), '[]'),
  'members_loaded', true, 'teacher_ngo_id', null, 'max_size', g.max_size,
  'coaches', coalesce((SELECT json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname)
       ORDER BY u.lastname, u.firstname)
     FROM group_coaches gc JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
     WHERE gc.client_id = g.client_id AND gc.group_id = g.id
       AND current_date >= gc.from_date AND (gc.to_date IS NULL OR current_date <= gc.to_date)), '[]'))`
