/** SQL of the moment `at` seconds after a member's first day, in seconds and as a time. */
const seconds = (at: string) => `extract(epoch FROM member.begun)::bigint + ${at}`
const moment = (at: string) => `to_timestamp(${seconds(at)})`
/** SQL of the day of a session. */
const DAY = `member.begun + 7 * session.week`
/** SQL of a skill's lane in the list of changes, and of the lane of an attendance. */
const LANE_OF_MARK = `member.id || '/' || member.scheme_id || result.node_id`
const LANE_OF_TICK = `'attendance/' || member.group_id || '/' || (${DAY}) || '/' || member.id`
/** SQL of operation ids: as random as a tablet's, and the same in each table that names the operation. */
const OP_OF_MARK = `md5(member.id || '/' || mark.number)::uuid`
const OP_OF_TICK = `md5(member.id || '/session/' || session.week)::uuid`
/** SQL of the hash of an operation's payload, of which half is stored. */
const hashOf = (op: string) => `substr(sha256(${op}::text::bytea), 1, 16)`
/** SQL of the change counter of a group's session. */
const rev = (week: string) => `member.first_rev + 1 + ${week} * member.groups + member.group_number`

/** The members with what their journeys have in the week `$1`. */
const of = (table: string) =>
  `FROM fill.member JOIN fill.${table} ON ${table}.plan = member.plan AND ${table}.journey = member.journey`
const MARKS = `${of('mark')} WHERE mark.week = $1`
const SESSIONS = `${of('session')} WHERE session.week = $1`

/**
 * SQL of the numbers of entries of the log, which are in the order of time: each member has a block of sixteen a week
 * after `$2`, of which the first is for the attendance.
 */
const logId = (number: string) =>
  `$2::bigint + ($1::bigint * (SELECT max(number) + 1 FROM fill.member) + member.number) * 16 + ${number}`
/** The log goes on after the numbers of `$2` weeks. */
export const END_OF_LOG = `SELECT setval('audit_log_id_seq', $1::bigint + $2::bigint * (max(number) + 1) * 16) FROM fill.member`

/**
 * What is written of each week: `$1` is the week, `$2` the number after which entries of the log are numbered. The
 * weeks follow each other, so rows lie in the order of time, as they would have come in.
 */
export const WEEKLY: Readonly<Record<string, string>> = {
  assessments: `INSERT INTO assessments
     (client_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id, group_id, author_id,
      stamp_ms, stamp_counter, stamp_device, stamp_seq, log_id, received_at, payload_hash, superseded)
   SELECT member.client_id, ${OP_OF_MARK}, member.id, member.scheme_id, mark.node_id, mark.grade, mark.pass,
     ${seconds('mark.at')}, member.begun + 7 * mark.week, ${seconds('mark.at')}, member.club_id, member.group_id,
     member.coach_id, (${seconds('mark.at')}) * 1000, 0, member.coach_id, mark.number,
     ${logId('1 + mark.number % 15')}, ${moment('mark.at')}, ${hashOf(OP_OF_MARK)}, false ${MARKS}`,
  registers: `INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, value, author_id, ts)
   SELECT member.client_id, ${LANE_OF_TICK}, 'attendance', member.club_id, member.id, member.group_id, ${DAY},
     to_jsonb(session.value), member.coach_id, ${seconds('session.at')} ${SESSIONS}`,
  register_edits: `INSERT INTO register_edits (client_id, op_id, lane, value, author_id, ts, stamp_ms, stamp_counter,
     stamp_device, stamp_seq, clamped, superseded_by_own_edit, club_id, log_id, received_at, payload_hash, superseded)
   SELECT member.client_id, ${OP_OF_TICK}, ${LANE_OF_TICK}, to_jsonb(session.value), member.coach_id,
     ${seconds('session.at')}, (${seconds('session.at')}) * 1000, 0, member.coach_id, session.week + 1, false, false,
     member.club_id, ${logId('0')}, ${moment('session.at')}, ${hashOf(OP_OF_TICK)}, false ${SESSIONS}`,
  results: `INSERT INTO results (client_id, member_id, scheme_id, node_id, grade, pass, ts, since, author_id, stamp_ms,
     stamp_counter, stamp_device, stamp_seq)
   SELECT member.client_id, member.id, member.scheme_id, result.node_id, result.grade, result.pass,
     ${seconds('result.at')}, ${seconds('result.since')}, member.coach_id, (${seconds('result.won_at')}) * 1000, 0,
     member.coach_id, result.number ${of('result')} WHERE result.week = $1`,
  // the list of a club's changes has each thing once, with the counter of its last change, and no old attendance
  changes: `INSERT INTO changes (client_id, club_id, kind, key, rev, changed_rev)
   SELECT client_id, club_id, kind, key, rev, rev FROM (
     SELECT member.client_id, member.club_id, 'result' AS kind, ${LANE_OF_MARK} AS key, ${rev('result.week')} AS rev
     ${of('result')} WHERE result.week = $1
     UNION ALL
     SELECT member.client_id, member.club_id, 'register', member.id || '/' || ${LANE_OF_TICK}, ${rev('session.week')}
     ${SESSIONS} AND ${DAY} >= current_date - 35) change`,
}

/** What is written once, before the weeks. */
export const ONCE: Readonly<Record<string, string>> = {
  member_schemes: `INSERT INTO member_schemes (client_id, member_id, scheme_id, revision)
   SELECT member.client_id, member.id, member.scheme_id, schemes.revision FROM fill.member
   JOIN schemes ON schemes.client_id = member.client_id AND schemes.id = member.scheme_id`,
  progress: `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced, completed_ts)
   SELECT member.client_id, member.id, member.scheme_id, progress.node_id, progress.state, progress.percent,
     progress.forced, ${seconds('progress.completed_at')} ${of('progress')}`,
  awards: `INSERT INTO awards (client_id, member_id, scheme_id, node_id, completed_ts, forced, title, given_at)
   SELECT member.client_id, member.id, member.scheme_id, award.node_id, ${seconds('award.completed_at')}, false,
     scheme_nodes.title, ${moment('award.completed_at')} ${of('award')}
   JOIN scheme_nodes ON scheme_nodes.client_id = member.client_id AND scheme_nodes.scheme_id = member.scheme_id
     AND scheme_nodes.id = award.node_id`,
  club_counters: `UPDATE club_counters SET rev = base_rev + 1 + groups * weeks FROM fill.club
   WHERE club_counters.client_id = club.client_id AND club_counters.club_id = club.id`,
  changes: `INSERT INTO changes (client_id, club_id, kind, key, rev, changed_rev)
   SELECT client_id, club_id, 'group', id::text, base_rev + 1, base_rev + 1 FROM fill.group_
   JOIN (SELECT id AS of_club, base_rev FROM fill.club) club ON of_club = club_id
   UNION ALL
   SELECT client_id, club_id, 'member', id::text, first_rev, first_rev FROM fill.member
   UNION ALL
   SELECT client_id, club_id, 'group_member', group_id || '/' || id, first_rev, first_rev FROM fill.member`,
  // an entry for each member, as after it was entered
  audit_log: `INSERT INTO audit_log (client_id, at, user_id, action, entity, entity_id, after, club_id)
   SELECT client_id, begun, NULL, 'create', 'member', id::text, '{}', club_id FROM fill.member`,
}
