import type { Readable } from 'node:stream'
import type { AuditEntry, AuditFileQuery, AuditQuery, AuditDetail } from '#contract/tenants/audit.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { LogContext } from './log-context.ts'

/** Most entries in a downloaded file; a longer period must be downloaded in parts. */
const MAX_IN_FILE = 100_000

/** SQL of a user's id and name; `id` is SQL of the id. Like all SQL here it reads a row with the alias `entry`. */
const userJson = (id: string) => `(SELECT json_build_object('id', users.id, 'name',
    CASE WHEN users.status = 'anonymised' THEN '' ELSE trim(users.firstname || ' ' || users.lastname) END)
  FROM users WHERE users.client_id = entry.client_id AND users.id = ${id})`

/** SQL of the entity's UUID, when its id is or begins with one; the id of a dated session is `group/date`. */
const entityUuid = `CASE WHEN entry.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/|$)'
    THEN left(entry.entity_id, 36)::uuid END`

/** Only clubs may read the titles of lesson plans; authors may not [R10.5]. */
const PLAN_TITLE = `WHEN entry.entity = 'lesson_plan' THEN (SELECT plan.title FROM lesson_plans plan
    WHERE plan.client_id = entry.client_id AND plan.id = ${entityUuid})`

const SCHEME_NAME = `WHEN entry.entity = 'scheme' THEN (SELECT coalesce(
      scheme.name ->> split_part(scheme.languages[1], '-', 1), (SELECT min(value) FROM jsonb_each_text(scheme.name)))
    FROM schemes scheme WHERE scheme.client_id = entry.client_id AND scheme.id = ${entityUuid})`

/** SQL of the entity's current name. A club reads no name of a member or group that is not its own. */
function entityName({ clubId }: LogContext, params: SqlParams): string {
  const ofClub = (condition: (club: string) => string) =>
    clubId === null ? '' : `AND ${condition(params.add(clubId))}`
  const memberOfClub = ofClub(
    (club) => `EXISTS (SELECT FROM club_members membership WHERE membership.client_id = member.client_id
        AND membership.member_id = member.id AND membership.club_id = ${club})`,
  )
  const groupOfClub = ofClub((club) => `groups.club_id = ${club}`)
  return `CASE
    WHEN entry.entity = 'member' THEN (SELECT trim(member.firstname || ' ' || member.lastname) FROM members member
      WHERE member.client_id = entry.client_id AND member.id = ${entityUuid} ${memberOfClub})
    WHEN entry.entity = 'user' THEN (SELECT trim(users.firstname || ' ' || users.lastname) FROM users
      WHERE users.client_id = entry.client_id AND users.id = ${entityUuid} AND users.status <> 'anonymised')
    WHEN entry.entity IN ('group', 'session') THEN (SELECT groups.name FROM groups
      WHERE groups.client_id = entry.client_id AND groups.id = ${entityUuid} ${groupOfClub})
    ${clubId === null ? SCHEME_NAME : PLAN_TITLE} END`
}

/**
 * SQL of the columns of an `AuditEntry`. `thing` is the contract's word for the entity's name; `acting_as` is the user
 * who had logged in before a switch of user.
 */
const columns = (
  context: LogContext,
  params: SqlParams,
) => `entry.id, floor(extract(epoch FROM entry.at))::bigint AS at,
  ${userJson('entry.user_id')} AS "user", ${userJson('entry.acting_as')} AS acting_as,
  entry.action, entry.entity, entry.entity_id, ${entityName(context, params)} AS thing,
  (SELECT json_build_object('id', club.id, 'name', club.name) FROM clubs club WHERE club.client_id = entry.client_id
    AND club.id::text = CASE WHEN entry.entity = 'club' THEN entry.entity_id ELSE entry.club_id::text END) AS club`

/** SQL condition: an administrator sees only entries of the own club. */
const isVisible = ({ clubId }: LogContext, params: SqlParams) =>
  clubId === null ? 'true' : `entry.club_id = ${params.add(clubId)}::uuid`

/**
 * SQL condition: the entry is by or about a person whose name matches the search. `words` are the folded words of
 * `search`.
 */
function isAboutPerson(context: LogContext, search: string, words: readonly string[], params: SqlParams): string {
  const userIds = `SELECT users.id FROM users WHERE position(folded(${params.add(search)}) IN users.words) > 0`
  const memberConditions = words.map(
    (word) => `entry.entity_id IN (SELECT found.member_id::text FROM club_member_words found
      WHERE found.word >= ${params.add(word)} AND found.word < ${params.add(word + AFTER_ALL_LETTERS)}
        ${context.clubId === null ? '' : `AND found.club_id = ${params.add(context.clubId)}`})`,
  )
  return `(entry.user_id IN (${userIds}) OR entry.acting_as IN (${userIds})
    OR (entry.entity = 'user' AND entry.entity_id IN (SELECT found.id::text FROM (${userIds}) found))
    OR (entry.entity = 'member' AND ${memberConditions.length === 0 ? 'false' : memberConditions.join(' AND ')}))`
}

/** SQL condition: the entry is visible to the reader and matches all filters. */
async function filterCondition(tx: Tx, context: LogContext, query: AuditFileQuery, params: SqlParams): Promise<string> {
  const conditions = [isVisible(context, params)]
  if (query.search !== undefined) {
    const words = (await searchedWords(tx, query.search)) ?? []
    conditions.push(isAboutPerson(context, query.search.trim(), words, params))
  }
  if (query.entity !== undefined) conditions.push(`entry.entity = ${params.add(query.entity)}`)
  if (query.entity_id !== undefined) conditions.push(`entry.entity_id = ${params.add(query.entity_id)}`)
  if (query.action !== undefined) conditions.push(`entry.action = ${params.add(query.action)}`)
  if (query.club !== undefined) {
    const club = params.add(query.club)
    conditions.push(`(entry.club_id = ${club}::uuid OR (entry.entity = 'club' AND entry.entity_id = ${club}::text))`)
  }
  /** SQL of the beginning of a day, or of the day after it, in the reader's time zone. */
  const midnight = (day: string, daysLater: 0 | 1) =>
    `((${params.add(day)}::date + ${daysLater})::timestamp AT TIME ZONE ${params.add(context.timeZone)})`
  if (query.from !== undefined) conditions.push(`entry.at >= ${midnight(query.from, 0)}`)
  if (query.to !== undefined) conditions.push(`entry.at < ${midnight(query.to, 1)}`)
  return conditions.join(' AND ')
}

/** One page of the log, newest first, and how many entries there are in all. */
export async function searchLog(
  tx: Tx,
  context: LogContext,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const params = new SqlParams()
  const where = await filterCondition(tx, context, query, params)
  const order = query.sort === 'aat' ? 'entry.id' : 'entry.id DESC'
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ entries: AuditEntry[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg(listed), '[]') FROM (SELECT ${columns(context, params)}
         FROM (SELECT * FROM audit_log entry WHERE ${where} ORDER BY ${order}
           LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) entry
         ORDER BY ${order}) listed) AS entries,
       (SELECT count(*) FROM audit_log entry WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { entries: [], total: 0 }
}

/** The entries of a downloaded file. They do not hold the values before and after. */
export async function readLogForFile(tx: Tx, context: LogContext, query: AuditFileQuery): Promise<AuditEntry[]> {
  const params = new SqlParams()
  const where = await filterCondition(tx, context, query, params)
  const { rows } = await tx.query<AuditEntry>(
    `SELECT ${columns(context, params)} FROM audit_log entry WHERE ${where}
     ORDER BY entry.id DESC LIMIT ${MAX_IN_FILE}`,
    params.values,
  )
  return rows
}

const CSV_COLUMNS = ['at', 'user', 'user_uuid', 'logged_in', 'action', 'entity', 'entity_id', 'thing', 'club']

/** The entries as a CSV file. */
export function toLogCsv(entries: readonly AuditEntry[]): Readable {
  return csvFile(
    CSV_COLUMNS,
    entries.map(({ at, user, acting_as: original, action, entity, entity_id: id, thing, club }) => [
      new Date(at * 1000).toISOString(),
      user?.name ?? '',
      user?.id ?? '',
      original?.name ?? '',
      action,
      entity,
      id,
      thing ?? '',
      club?.name ?? '',
    ]),
  )
}

/** An entry with all its fields; null when there is none that the reader may see. */
export async function readEntry(tx: Tx, context: LogContext, id: string): Promise<AuditDetail | null> {
  const params = new SqlParams()
  const { rows } = await tx.query<AuditDetail>(
    `SELECT ${columns(context, params)}, entry.before, entry.after FROM audit_log entry
     WHERE entry.id = ${params.add(id)} AND ${isVisible(context, params)}`,
    params.values,
  )
  return rows[0] ?? null
}

/**
 * The kinds of entities in the part of the log that the reader may see. Each step of the recursion finds the next kind
 * in the index, which is faster than DISTINCT over the whole log.
 */
export async function listEntities(tx: Tx, { clubId }: LogContext): Promise<string[]> {
  const isVisibleToReader = clubId === null ? 'true' : 'club_id = $1'
  const { rows } = await tx.query<{ entity: string }>(
    `WITH RECURSIVE kinds AS (
       (SELECT entity FROM audit_log WHERE ${isVisibleToReader} ORDER BY entity LIMIT 1)
       UNION ALL
       SELECT (SELECT later.entity FROM audit_log later WHERE ${isVisibleToReader} AND later.entity > kinds.entity
         ORDER BY later.entity LIMIT 1)
       FROM kinds WHERE kinds.entity IS NOT NULL)
     SELECT entity FROM kinds WHERE entity IS NOT NULL ORDER BY entity`,
    clubId === null ? [] : [clubId],
  )
  return rows.map((row) => row.entity)
}

/** The kinds of actions in the log of a club. The recursion steps from one pair of entity and action to the next. */
export async function listActions(tx: Tx, clubId: string): Promise<string[]> {
  const { rows } = await tx.query<{ action: string }>(
    `WITH RECURSIVE pairs AS (
       (SELECT entity, action FROM audit_log WHERE club_id = $1 ORDER BY entity, action LIMIT 1)
       UNION ALL
       SELECT next.entity, next.action FROM pairs, LATERAL (SELECT later.entity, later.action FROM audit_log later
         WHERE later.club_id = $1 AND (later.entity, later.action) > (pairs.entity, pairs.action)
         ORDER BY later.entity, later.action LIMIT 1) next)
     SELECT DISTINCT action FROM pairs ORDER BY action`,
    [clubId],
  )
  return rows.map((row) => row.action)
}
