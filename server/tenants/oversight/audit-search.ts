import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { AuditDetail, AuditEntry, type AuditFileQuery, type AuditQuery } from '#contract/tenants/audit.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'
import { findRow, getRow, queryRows, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
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
const PLAN_TITLE = `WHEN entry.entity = 'lesson_plan' AND $2::uuid IS NOT NULL THEN (SELECT plan.title FROM lesson_plans plan
    WHERE plan.client_id = entry.client_id AND plan.id = ${entityUuid})`

/** SQL of a scheme's name; of a working copy it is that of its scheme. */
const SCHEME_NAME = `WHEN entry.entity IN ('scheme', 'working-copy') AND $2::uuid IS NULL THEN (SELECT coalesce(
      scheme.name ->> split_part(scheme.languages[1], '-', 1), (SELECT min(value) FROM jsonb_each_text(scheme.name)))
    FROM schemes scheme WHERE scheme.client_id = entry.client_id AND scheme.id = CASE entry.entity
      WHEN 'scheme' THEN ${entityUuid}
      ELSE (SELECT copy.scheme_id FROM working_copies copy WHERE copy.client_id = entry.client_id
        AND copy.id = ${entityUuid}) END)`

/** SQL of the entity's current name. A club (`$2`) reads no name of a member or group that is not its own. */
const ENTITY_NAME = `CASE
    WHEN entry.entity = 'member' THEN (SELECT trim(member.firstname || ' ' || member.lastname) FROM members member
      WHERE member.client_id = entry.client_id AND member.id = ${entityUuid}
        AND ($2::uuid IS NULL OR EXISTS (SELECT FROM club_members membership
          WHERE membership.client_id = member.client_id AND membership.member_id = member.id
            AND membership.club_id = $2)))
    WHEN entry.entity = 'user' THEN (SELECT trim(users.firstname || ' ' || users.lastname) FROM users
      WHERE users.client_id = entry.client_id AND users.id = ${entityUuid} AND users.status <> 'anonymised')
    WHEN entry.entity IN ('group', 'session') THEN (SELECT groups.name FROM groups
      WHERE groups.client_id = entry.client_id AND groups.id = ${entityUuid}
        AND ($2::uuid IS NULL OR groups.club_id = $2))
    ${SCHEME_NAME} ${PLAN_TITLE} END`

/**
 * SQL of the columns of an `AuditEntry`. `thing` is the contract's word for the entity's name; `acting_as` is the user
 * who had logged in before a switch of user.
 */
const COLUMNS = `entry.id, floor(extract(epoch FROM entry.at))::bigint AS at,
  ${userJson('entry.user_id')} AS "user", ${userJson('entry.acting_as')} AS acting_as,
  entry.action, entry.entity, entry.entity_id, ${ENTITY_NAME} AS thing,
  (SELECT json_build_object('id', club.id, 'name', club.name) FROM clubs club WHERE club.client_id = entry.client_id
    AND club.id = CASE WHEN entry.entity = 'club' THEN ${entityUuid} ELSE entry.club_id END) AS club`

/** SQL condition: an author sees all entries of the client, an administrator only those of the own club (`$2`). */
const IS_VISIBLE = 'entry.client_id = $1 AND ($2::uuid IS NULL OR entry.club_id = $2)'

/** SQL of the ids of the users whose name matches the search (`$3`). */
const FOUND_USERS = 'SELECT users.id FROM users WHERE users.client_id = $1 AND position(folded($3) IN users.words) > 0'

/** SQL of the ids of the members (of the club `$2`) whose names have words that begin with each of the words `$4`. */
const FOUND_MEMBERS = `SELECT found.member_id::text FROM unnest($4::text[]) searched (word)
  JOIN club_member_words found ON found.client_id = $1
    AND found.word >= searched.word AND found.word < searched.word || '${AFTER_ALL_LETTERS}'
    AND ($2::uuid IS NULL OR found.club_id = $2)
  GROUP BY found.member_id HAVING count(DISTINCT searched.word) = cardinality($4::text[])`

/**
 * SQL condition: the entry is visible to the reader and matches all filters, each of which is null when it does not
 * apply. The search (`$3`, and its folded words `$4`) finds entries by or about a person. `$10` and `$11` are the first
 * and the last day in the reader's time zone (`$5`).
 */
const MATCHES = `${IS_VISIBLE}
  AND ($3::text IS NULL OR entry.user_id IN (${FOUND_USERS}) OR entry.acting_as IN (${FOUND_USERS})
    OR (entry.entity = 'user' AND entry.entity_id IN (SELECT found.id::text FROM (${FOUND_USERS}) found))
    OR (entry.entity = 'member' AND entry.entity_id IN (${FOUND_MEMBERS})))
  AND ($6::text IS NULL OR entry.entity = $6)
  AND ($7::text IS NULL OR entry.entity_id = $7)
  AND ($8::text IS NULL OR entry.action = $8)
  AND ($9::uuid IS NULL OR entry.club_id = $9 OR (entry.entity = 'club' AND entry.entity_id = $9::uuid::text))
  AND ($10::date IS NULL OR entry.at >= ($10::date::timestamp AT TIME ZONE $5))
  AND ($11::date IS NULL OR entry.at < (($11::date + 1)::timestamp AT TIME ZONE $5))`

/** The parameters of `MATCHES` from `$2` on. */
async function filtersOf(tx: Tx, context: LogContext, query: AuditFileQuery) {
  return [
    context.clubId,
    query.search?.trim() ?? null,
    (await searchedWords(tx, query.search)) ?? [],
    context.timeZone,
    query.entity ?? null,
    query.entity_id ?? null,
    query.action ?? null,
    query.club ?? null,
    query.from ?? null,
    query.to ?? null,
  ] as const
}

const SEARCH_LOG = tenantStatements(
  'tenants/search-log',
  { aat: 'entry.id', dat: 'entry.id DESC' },
  (order) => `SELECT (SELECT coalesce(json_agg(listed), '[]') FROM (SELECT ${COLUMNS}
       FROM (SELECT * FROM audit_entries entry WHERE ${MATCHES} ORDER BY ${order} LIMIT $12 OFFSET $13) entry
       ORDER BY ${order}) listed) AS entries,
     (SELECT count(*) FROM audit_entries entry WHERE ${MATCHES}) AS total`,
  { json: { entries: Type.Array(AuditEntry) } },
)

/** One page of the log, newest first, and how many entries there are in all. */
export async function searchLog(
  tx: Tx,
  context: LogContext,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const perPage = Number(query.per_page ?? 10)
  return getRow(tx, SEARCH_LOG[query.sort ?? 'dat'], [
    ...(await filtersOf(tx, context, query)),
    perPage,
    Number(query.page ?? 0) * perPage,
  ])
}

const LOG_FOR_FILE = tenantStatement(
  'tenants/read-log-for-file',
  `SELECT to_json(listed) AS entry FROM (SELECT ${COLUMNS} FROM audit_entries entry WHERE ${MATCHES}
     ORDER BY entry.id DESC LIMIT ${MAX_IN_FILE}) listed`,
  { json: { entry: AuditEntry } },
)

/** The entries of a downloaded file. They do not hold the values before and after. */
export async function readLogForFile(tx: Tx, context: LogContext, query: AuditFileQuery): Promise<AuditEntry[]> {
  const rows = await queryRows(tx, LOG_FOR_FILE, await filtersOf(tx, context, query))
  return rows.map(({ entry }) => entry)
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

const ENTRY = tenantStatement(
  'tenants/read-log-entry',
  `SELECT to_json(listed) AS entry FROM (SELECT ${COLUMNS}, entry.before, entry.after FROM audit_entries entry
     WHERE ${IS_VISIBLE} AND entry.id = $3) listed`,
  { json: { entry: AuditDetail } },
)

/** An entry with all its fields; null when there is none that the reader may see. */
export async function readEntry(tx: Tx, context: LogContext, id: string): Promise<AuditDetail | null> {
  return (await findRow(tx, ENTRY, [context.clubId, Number(id)]))?.entry ?? null
}

/**
 * Each step of the recursion finds the next kind in the index, which is faster than DISTINCT over the whole log.
 */
const ENTITIES = tenantStatement(
  'tenants/list-entities-of-log',
  `WITH RECURSIVE kinds AS (
     (SELECT entry.entity FROM audit_log entry WHERE ${IS_VISIBLE} ORDER BY entry.entity LIMIT 1)
     UNION ALL
     SELECT (SELECT entry.entity FROM audit_log entry WHERE ${IS_VISIBLE} AND entry.entity > kinds.entity
       ORDER BY entry.entity LIMIT 1)
     FROM kinds WHERE kinds.entity IS NOT NULL)
   SELECT entity FROM kinds WHERE entity IS NOT NULL
   UNION SELECT 'member' WHERE EXISTS (SELECT FROM edit_entries entry WHERE ${IS_VISIBLE})
   ORDER BY entity`,
)

/** The kinds of entities in the part of the log that the reader may see. */
export async function listEntities(tx: Tx, { clubId }: LogContext): Promise<string[]> {
  const rows = await queryRows(tx, ENTITIES, [clubId])
  return rows.map((row) => row.entity)
}

/**
 * The recursion steps from one pair of entity and action to the next. Of register entries all kinds are listed when there
 * is one of any kind.
 */
const ACTIONS = tenantStatement(
  'tenants/list-actions-of-log',
  `WITH RECURSIVE pairs AS (
     (SELECT entity, action FROM audit_log WHERE client_id = $1 AND club_id = $2 ORDER BY entity, action LIMIT 1)
     UNION ALL
     SELECT next.entity, next.action FROM pairs, LATERAL (SELECT later.entity, later.action FROM audit_log later
       WHERE later.client_id = $1 AND later.club_id = $2 AND (later.entity, later.action) > (pairs.entity, pairs.action)
       ORDER BY later.entity, later.action LIMIT 1) next)
   SELECT action FROM pairs
   UNION SELECT 'mark' WHERE EXISTS (SELECT FROM mark_entries WHERE client_id = $1 AND club_id = $2)
   UNION SELECT kind FROM unnest('{attendance,badge,family_word,move,note}'::text[]) kind WHERE EXISTS (SELECT FROM register_edits
     WHERE client_id = $1 AND club_id = $2 AND log_id IS NOT NULL)
   ORDER BY action`,
)

/** The kinds of actions in the log of a club. */
export async function listActions(tx: Tx, clubId: string): Promise<string[]> {
  const rows = await queryRows(tx, ACTIONS, [clubId])
  return rows.flatMap(({ action }) => action ?? [])
}
