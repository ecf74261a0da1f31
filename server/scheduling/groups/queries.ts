import { MAX_PAST_DAYS } from '#domain/tenants/features.ts'
import { groupFieldsIn } from '#domain/scheduling/group-fields.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'
import { groupFieldsJson } from './group-columns.ts'

/**
 * SQL of the coach who covers the session of `exception`, a row of `session_exceptions` of the group `groups`; null
 * when that coach's account is closed or no coach's any more, or the coach has left the club before that day.
 */
export const coverJson = `(
  SELECT json_build_object('uuid', users.id, 'firstname', users.firstname, 'lastname', users.lastname)
  FROM users JOIN user_clubs ON user_clubs.client_id = users.client_id AND user_clubs.user_id = users.id
    AND user_clubs.club_id = groups.club_id
  WHERE users.client_id = exception.client_id AND users.id = exception.cover_id AND users.status = 'current'
    AND users.type = 'coach'
    AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= exception.date))`

/** SQL of the JSON of `exception`, a row of `session_exceptions` of the group `groups`. */
export const exceptionJson = `json_build_object('date', exception.date, 'cancelled', exception.cancelled,
  'reason', exception.reason, 'cover', ${coverJson}, 'taken', exception.taken, 'moved_to', exception.moved_to,
  'moved_from', exception.moved_from, 'start_at', to_char(exception.start_at, 'HH24:MI'))`

/** SQL of the coaches of the group whose assignment fulfils a condition; `fields` stand beside their names. */
const coachesWho = (condition: string, fields = '') => `coalesce((SELECT json_agg(json_build_object('uuid', users.id,
       'firstname', users.firstname, 'lastname', users.lastname${fields}) ORDER BY users.lastname, users.firstname)
     FROM group_coaches
     JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
     WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id AND ${condition}), '[]')`

/** SQL of the group's coaches of today. */
const coachesToday = coachesWho(`club.today >= group_coaches.from_date
       AND (group_coaches.to_date IS NULL OR club.today <= group_coaches.to_date)`)

/** SQL of the group's coaches of today and of later days, each with the first and the last day. */
const coachesToCome = coachesWho(
  `(group_coaches.to_date IS NULL OR group_coaches.to_date >= greatest(group_coaches.from_date, club.today))`,
  `, 'from', group_coaches.from_date, 'to', group_coaches.to_date`,
)

/**
 * SQL of the JSON of the group `groups` in the shape of the contract's `Group`. It tells when the group meets on each
 * day from `daysBack` days ago on: it has the exceptions since then, and the terms and holidays that end since then,
 * with the term before them, because the days between two terms depend on both.
 */
const groupJsonSince = (daysBack: number, coaches = coachesToday) => `(SELECT json_build_object(
  'id', groups.id, 'club_id', groups.club_id, ${groupFieldsJson(groupFieldsIn('list'))},
  'assessment_levels', to_json(groups.assessment_levels),
  -- the plan that was attached last
  'session_plan_uuid', (SELECT plan_link.plan_id FROM lesson_plan_groups plan_link
     JOIN lesson_plans ON lesson_plans.client_id = plan_link.client_id AND lesson_plans.id = plan_link.plan_id
       AND NOT lesson_plans.deleted
     WHERE plan_link.client_id = groups.client_id AND plan_link.group_id = groups.id AND plan_link.attached
     ORDER BY plan_link.ts DESC, plan_link.plan_id LIMIT 1),
  'time_zone', club.time_zone,
  'total_members', (SELECT count(*) FROM group_members
     WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
       AND club.today >= group_members.from_date
       AND (group_members.to_date IS NULL OR club.today <= group_members.to_date)),
  'terms', coalesce((SELECT json_agg(json_build_object('kind', terms.kind, 'name', terms.name,
       'first_date', terms.first_date, 'last_date', terms.last_date) ORDER BY terms.first_date, terms.id) FROM terms
     WHERE terms.client_id = groups.client_id AND terms.club_id = groups.club_id
       AND terms.last_date >= coalesce((SELECT max(earlier.last_date) FROM terms earlier
         WHERE earlier.client_id = groups.client_id AND earlier.club_id = groups.club_id
           AND earlier.kind = 'term' AND earlier.last_date < club.today - ${daysBack}),
         club.today - ${daysBack})), '[]'),
  'exceptions', coalesce((SELECT json_agg(${exceptionJson} ORDER BY exception.date) FROM session_exceptions exception
     WHERE exception.client_id = groups.client_id AND exception.group_id = groups.id
       AND exception.date >= club.today - ${daysBack}), '[]'),
  -- two fields of the specification that are always the same here
  'members_loaded', true, 'teacher_ngo_id', null,
  'coaches', ${coaches})
  FROM (SELECT clubs.time_zone, ${todayAt('clubs')} AS today FROM clubs
    WHERE clubs.client_id = groups.client_id AND clubs.id = groups.club_id) club)`

/** `groupJsonSince` for a tablet, on which a register may be taken of any of these days. */
export const groupJson = groupJsonSince(MAX_PAST_DAYS)
/** `groupJsonSince` for lists, which look at the sessions to come. */
export const currentGroupJson = groupJsonSince(60)
/** The same for parents, who are told who takes the next session. */
export const groupForParentsJson = groupJsonSince(60, coachesToCome)
