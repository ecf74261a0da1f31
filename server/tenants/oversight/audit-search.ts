import type { Readable } from 'node:stream'
import type { AuditEntry, AuditFile, AuditQuery, AuditDetail } from '#contract/tenants/audit.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { LogContext } from './log-context.ts'

/** Most entries in a downloaded file; a longer period must be downloaded in parts. */
const MAX_IN_FILE = 100_000

/** SQL of a user's id and name; `id` is SQL of the id. */
const userJson = (id: string) => `(SELECT json_build_object('id', u.id, 'name',
    CASE WHEN u.status = 'anonymised' THEN '' ELSE trim(u.firstname || ' ' || u.lastname) END)
  FROM users u WHERE u.client_id = a.client_id AND u.id = ${id})`

/** SQL of the entity's UUID, when its id is or begins with one; the id of a dated session is `group/date`. */
const thingId = `CASE WHEN a.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/|$)' THEN left(a.entity_id, 36)::uuid END`

/** Only clubs may read the titles of lesson plans; authors may not [R10.5]. */
const PLAN_TITLE = `WHEN a.entity = 'lesson_plan' THEN (SELECT p.title FROM lesson_plans p WHERE p.client_id = a.client_id AND p.id = ${thingId})`

const SCHEME_NAME = `WHEN a.entity = 'scheme' THEN (SELECT coalesce(s.name ->> split_part(s.languages[1], '-', 1),
    (SELECT min(value) FROM jsonb_each_text(s.name))) FROM schemes s WHERE s.client_id = a.client_id AND s.id = ${thingId})`

/** SQL of the entity's current name. A club reads no name of a member or group that is not its own. */
function nameOfThing({ clubId }: LogContext, params: SqlParams): string {
  const own = (condition: (club: string) => string) => (clubId === null ? '' : `AND ${condition(params.add(clubId))}`)
  return `CASE
    WHEN a.entity = 'member' THEN (SELECT trim(m.firstname || ' ' || m.lastname) FROM members m
      WHERE m.client_id = a.client_id AND m.id = ${thingId} ${own(
        (club) => `EXISTS (SELECT FROM club_members cm
        WHERE cm.client_id = m.client_id AND cm.member_id = m.id AND cm.club_id = ${club})`,
      )})
    WHEN a.entity = 'user' THEN (SELECT trim(u.firstname || ' ' || u.lastname) FROM users u
      WHERE u.client_id = a.client_id AND u.id = ${thingId} AND u.status <> 'anonymised')
    WHEN a.entity IN ('group', 'session') THEN (SELECT g.name FROM groups g
      WHERE g.client_id = a.client_id AND g.id = ${thingId} ${own((club) => `g.club_id = ${club}`)})
    ${clubId === null ? SCHEME_NAME : PLAN_TITLE} END`
}

const columns = (context: LogContext, params: SqlParams) => `a.id, floor(extract(epoch FROM a.at))::bigint AS at,
  ${userJson('a.user_id')} AS "user", ${userJson('a.acting_as')} AS acting_as, a.action, a.entity, a.entity_id,
  ${nameOfThing(context, params)} AS thing,
  (SELECT json_build_object('id', cl.id, 'name', cl.name) FROM clubs cl WHERE cl.client_id = a.client_id
    AND cl.id::text = CASE WHEN a.entity = 'club' THEN a.entity_id ELSE a.club_id::text END) AS club`

/** SQL condition: an administrator sees only entries of the own club. */
const isVisible = ({ clubId }: LogContext, params: SqlParams) =>
  clubId === null ? 'true' : `a.club_id = ${params.add(clubId)}::uuid`

/** SQL condition: the entry is by or about a person whose name matches the search. `words` are normalised already. */
function ofPerson(context: LogContext, search: string, words: readonly string[], params: SqlParams): string {
  const users = `SELECT u.id FROM users u WHERE position(folded(${params.add(search)}) IN u.words) > 0`
  const ofMember = words.map(
    (word) => `a.entity_id IN (SELECT w.member_id::text FROM club_member_words w
      WHERE w.word >= ${params.add(word)} AND w.word < ${params.add(word + AFTER_ALL_LETTERS)}
        ${context.clubId === null ? '' : `AND w.club_id = ${params.add(context.clubId)}`})`,
  )
  return `(a.user_id IN (${users}) OR a.acting_as IN (${users})
    OR (a.entity = 'user' AND a.entity_id IN (SELECT x.id::text FROM (${users}) x))
    OR (a.entity = 'member' AND ${ofMember.length === 0 ? 'false' : ofMember.join(' AND ')}))`
}

async function conditions(tx: Tx, context: LogContext, query: AuditFile, params: SqlParams): Promise<string> {
  const all = [isVisible(context, params)]
  if (query.search !== undefined)
    all.push(ofPerson(context, query.search.trim(), (await searchedWords(tx, query.search)) ?? [], params))
  if (query.entity !== undefined) all.push(`a.entity = ${params.add(query.entity)}`)
  if (query.entity_id !== undefined) all.push(`a.entity_id = ${params.add(query.entity_id)}`)
  if (query.action !== undefined) all.push(`a.action = ${params.add(query.action)}`)
  if (query.club !== undefined) {
    const club = params.add(query.club)
    all.push(`(a.club_id = ${club}::uuid OR (a.entity = 'club' AND a.entity_id = ${club}::text))`)
  }
  const midnight = (day: string, more: 0 | 1) =>
    `((${params.add(day)}::date + ${more})::timestamp AT TIME ZONE ${params.add(context.timeZone)})`
  if (query.from !== undefined) all.push(`a.at >= ${midnight(query.from, 0)}`)
  if (query.to !== undefined) all.push(`a.at < ${midnight(query.to, 1)}`)
  return all.join(' AND ')
}

/** One page of the log, newest first, and how many entries there are in all. */
export async function searchLog(
  tx: Tx,
  context: LogContext,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const params = new SqlParams()
  const where = await conditions(tx, context, query, params)
  const order = query.sort === 'aat' ? 'a.id' : 'a.id DESC'
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ entries: AuditEntry[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg(e), '[]') FROM (SELECT ${columns(context, params)}
         FROM (SELECT * FROM audit_log a WHERE ${where} ORDER BY ${order}
           LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) a ORDER BY ${order}) e) AS entries,
       (SELECT count(*) FROM audit_log a WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { entries: [], total: 0 }
}

/** The entries of a downloaded file. They do not hold the values before and after. */
export async function logForFile(tx: Tx, context: LogContext, query: AuditFile): Promise<AuditEntry[]> {
  const params = new SqlParams()
  const where = await conditions(tx, context, query, params)
  const { rows } = await tx.query<AuditEntry>(
    `SELECT ${columns(context, params)} FROM audit_log a WHERE ${where} ORDER BY a.id DESC LIMIT ${MAX_IN_FILE}`,
    params.values,
  )
  return rows
}

const HEAD = ['at', 'user', 'user_uuid', 'logged_in', 'action', 'entity', 'entity_id', 'thing', 'club']

export function logFile(entries: readonly AuditEntry[]): Readable {
  return csvFile(
    HEAD,
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
    `SELECT ${columns(context, params)}, a.before, a.after FROM audit_log a
     WHERE a.id = ${params.add(id)} AND ${isVisible(context, params)}`,
    params.values,
  )
  return rows[0] ?? null
}

/** The kinds of entities in the log. Each step of the recursion finds the next kind in the index, which is faster than DISTINCT over the whole log. */
export async function entitiesOfLog(tx: Tx, { clubId }: LogContext): Promise<string[]> {
  const own = clubId === null ? 'true' : 'a.club_id = $1'
  const { rows } = await tx.query<{ entity: string }>(
    `WITH RECURSIVE known AS (
       (SELECT a.entity FROM audit_log a WHERE ${own} ORDER BY a.entity LIMIT 1)
       UNION ALL
       SELECT (SELECT a.entity FROM audit_log a WHERE ${own} AND a.entity > known.entity ORDER BY a.entity LIMIT 1) FROM known
       WHERE known.entity IS NOT NULL)
     SELECT entity FROM known WHERE entity IS NOT NULL ORDER BY entity`,
    clubId === null ? [] : [clubId],
  )
  return rows.map((row) => row.entity)
}

/** The kinds of actions in the log of a club, found in the same way. */
export async function actionsOfClub(tx: Tx, clubId: string): Promise<string[]> {
  const { rows } = await tx.query<{ action: string }>(
    `WITH RECURSIVE known AS (
       (SELECT entity, action FROM audit_log WHERE club_id = $1 ORDER BY entity, action LIMIT 1)
       UNION ALL
       SELECT next.entity, next.action FROM known, LATERAL (SELECT a.entity, a.action FROM audit_log a
         WHERE a.club_id = $1 AND (a.entity, a.action) > (known.entity, known.action)
         ORDER BY a.entity, a.action LIMIT 1) next)
     SELECT DISTINCT action FROM known ORDER BY action`,
    [clubId],
  )
  return rows.map((row) => row.action)
}
