import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { AuditDetail, AuditEntry, type AuditFileQuery, type AuditQuery } from '#contract/tenants/audit.ts'
import { MOST_LISTED } from '#domain/tenants/log-list.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'
import {
  findRow,
  getRow,
  queryRows,
  tenantStatement,
  tenantStatements,
  variantNamed,
} from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { LogContext } from './log-context.ts'

/** Most entries in a downloaded file; a longer period must be downloaded in parts. */
const MAX_IN_FILE = 100_000

/** SQL of a user's id and name; `id` is SQL of the id. Like all SQL here it reads a row with the alias `entry`. */
const userJson = (id: string) => `(SELECT json_build_object('id', users.id, 'name',
    CASE WHEN users.status = 'anonymised' THEN '' ELSE trim(users.firstname || ' ' || users.lastname) END)
  FROM users WHERE users.client_id = entry.client_id AND users.id = ${id})`

/**
 * SQL of entries, as `entry`, with the UUID of the entity, when its id is or begins with one; the id of a dated session
 * is `group/date`. OFFSET 0 has the UUID worked out first: PostgreSQL 15 would look it up row by row in whole tables.
 */
const entriesWhere = (condition: string) => `(SELECT entry.*,
    CASE WHEN entry.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/|$)'
      THEN left(entry.entity_id, 36)::uuid END AS entity_uuid
  FROM audit_entries entry WHERE ${condition} OFFSET 0) entry`

/** Only clubs may read the titles of lesson plans; authors may not [R10.5]. */
const PLAN_TITLE = `WHEN entry.entity = 'lesson_plan' AND $2::uuid IS NOT NULL THEN (SELECT plan.title FROM lesson_plans plan
    WHERE plan.client_id = entry.client_id AND plan.id = entry.entity_uuid)`

/** SQL of a scheme's name; of a working copy it is that of its scheme. */
const SCHEME_NAME = `WHEN entry.entity IN ('scheme', 'working-copy') AND $2::uuid IS NULL THEN (SELECT coalesce(
      scheme.name ->> split_part(scheme.languages[1], '-', 1), (SELECT min(value) FROM jsonb_each_text(scheme.name)))
    FROM schemes scheme WHERE scheme.client_id = entry.client_id AND scheme.id = CASE entry.entity
      WHEN 'scheme' THEN entry.entity_uuid
      ELSE (SELECT copy.scheme_id FROM working_copies copy WHERE copy.client_id = entry.client_id
        AND copy.id = entry.entity_uuid) END)`

/** SQL of the entity's current name. A club (`$2`) reads no name of a member or group that is not its own. */
const ENTITY_NAME = `CASE
    WHEN entry.entity = 'member' THEN (SELECT trim(member.firstname || ' ' || member.lastname) FROM members member
      WHERE member.client_id = entry.client_id AND member.id = entry.entity_uuid
        AND ($2::uuid IS NULL OR EXISTS (SELECT FROM club_members membership
          WHERE membership.client_id = member.client_id AND membership.member_id = member.id
            AND membership.club_id = $2)))
    WHEN entry.entity = 'user' THEN (SELECT trim(users.firstname || ' ' || users.lastname) FROM users
      WHERE users.client_id = entry.client_id AND users.id = entry.entity_uuid AND users.status <> 'anonymised')
    WHEN entry.entity IN ('group', 'session') THEN (SELECT groups.name FROM groups
      WHERE groups.client_id = entry.client_id AND groups.id = entry.entity_uuid
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
    AND club.id = CASE WHEN entry.entity = 'club' THEN entry.entity_uuid ELSE entry.club_id END) AS club`

/** SQL condition: an author sees all entries of the client, an administrator only those of the own club (`$2`). */
const IS_VISIBLE = 'entry.client_id = $1 AND ($2::uuid IS NULL OR entry.club_id = $2)'

/** SQL condition: the found user has entered something that is in this table. LIMIT has it looked up for each user. */
const hasEntered = (table: 'assessments' | 'register_edits') => `(SELECT true FROM ${table}
         WHERE ${table}.client_id = $1 AND ${table}.author_id = found.id LIMIT 1)`

/**
 * Ids of the users whose name or address matches the search (`$3`), those of them who have entered marks or registers,
 * and ids of the members (of the club `$2`) whose names have words that begin with each of its words (`$4`).
 */
const FOUND_PEOPLE = tenantStatement(
  'tenants/find-people-of-log',
  `WITH found AS MATERIALIZED (
       SELECT users.id FROM users WHERE users.client_id = $1 AND position(folded($3) IN users.words) > 0)
   SELECT ARRAY(SELECT id FROM found) AS users,
     ARRAY(SELECT id FROM found WHERE coalesce(${hasEntered('assessments')}, ${hasEntered('register_edits')})) AS authors,
     ARRAY(SELECT found.member_id FROM unnest($4::text[]) searched (word)
       JOIN club_member_words found ON found.client_id = $1
         AND found.word >= searched.word AND found.word < searched.word || '${AFTER_ALL_LETTERS}'
         AND ($2::uuid IS NULL OR found.club_id = $2)
       GROUP BY found.member_id HAVING count(DISTINCT searched.word) = cardinality($4::text[])) AS members`,
)

/**
 * SQL condition: the entry is visible to the reader and matches all filters but the search, each of which is null when
 * it does not apply. `$10` and `$11` are the first and the last day in the reader's time zone (`$5`).
 */
const MATCHES = `${IS_VISIBLE}
  AND ($6::text IS NULL OR entry.entity = $6)
  AND ($7::text IS NULL OR entry.entity_id = $7)
  AND ($8::text IS NULL OR entry.action = $8)
  AND ($9::uuid IS NULL OR entry.club_id = $9 OR (entry.entity = 'club' AND entry.entity_id = $9::uuid::text))
  AND ($10::date IS NULL OR entry.at >= ($10::date::timestamp AT TIME ZONE $5))
  AND ($11::date IS NULL OR entry.at < (($11::date + 1)::timestamp AT TIME ZONE $5))`

const aboutMembers = ['entry.member_id = ANY($4::uuid[])']
/**
 * Of authors alone (`$12`), because the planner takes each user for one who has entered something: to find what many
 * have, who have entered nothing, it would read all entries of the client in their order.
 */
const byAuthors = ['entry.user_id = ANY($12::uuid[])', 'entry.acting_as = ANY($3::uuid[])']
/**
 * The parts of the log, each with the SQL conditions that an entry is by or about the found users (`$3`), or about the
 * found members (`$4`). Each condition has an index of its own.
 */
const PARTS = {
  audit_log: {
    users: [
      'entry.user_id = ANY($3::uuid[])',
      'entry.acting_as = ANY($3::uuid[])',
      "entry.entity = 'user' AND entry.entity_id = ANY($3::uuid[]::text[])",
    ],
    members: ["entry.entity = 'member' AND entry.entity_id = ANY($4::uuid[]::text[])"],
  },
  mark_entries: { users: byAuthors, members: aboutMembers },
  register_entries: { users: byAuthors, members: aboutMembers },
}

type Part = (typeof PARTS)[keyof typeof PARTS]
const matchesAnd = (conditions: readonly string[]) => conditions.map((condition) => `${MATCHES} AND ${condition}`)
/**
 * Whom a search has found, `everybody` without a search, and the SQL conditions of a part that find the entries: one for
 * each way of being found.
 */
const SEARCHES = {
  everybody: () => [MATCHES],
  users: ({ users }: Part) => matchesAnd(users),
  members: ({ members }: Part) => matchesAnd(members),
  people: ({ users, members }: Part) => matchesAnd([...users, ...members]),
}
type Search = keyof typeof SEARCHES

/**
 * SQL of the ids of the first `most` entries that match. Each part reads its index in the order of the ids and stops,
 * which PostgreSQL does not do for the view of all of them, and each way of being found has an index of its own.
 */
function foundIds(search: Search, order: string, most: number): string {
  const first = (part: string, condition: string) =>
    `(SELECT entry.id FROM ${part} entry WHERE ${condition} ORDER BY ${order} LIMIT ${most})`
  const parts = Object.entries(PARTS).flatMap(([part, found]) =>
    SEARCHES[search](found).map((condition) => first(part, condition)),
  )
  // an entry that was found in two ways is found once
  const union = search === 'everybody' ? ' UNION ALL ' : ' UNION '
  return `SELECT entry.id FROM (${parts.join(union)}) entry ORDER BY ${order} LIMIT ${most}`
}

/** SQL that names the lists of found people, because PostgreSQL refuses a parameter that the statement does not name. */
const SCOPE = 'scope AS (SELECT $3::uuid[], $4::uuid[], $12::uuid[])'

/** Whom the search of a query has found; null when it has found nobody. */
async function searchPeople(tx: Tx, clubId: string | null, query: AuditFileQuery) {
  const search = query.search?.trim()
  if (!search) return { search: 'everybody', users: [], authors: [], members: [] } as const
  const words = (await searchedWords(tx, search)) ?? []
  const found = await getRow(tx, FOUND_PEOPLE, [clubId, search, words])
  const hasMembers = found.members.length > 0
  if (found.users.length > 0) return { search: hasMembers ? 'people' : 'users', ...found } as const
  return hasMembers ? ({ search: 'members', ...found } as const) : null
}

/** The parameters of `MATCHES` from `$2` on. */
function filtersOf(
  { clubId, timeZone }: LogContext,
  query: AuditFileQuery,
  { users, authors, members }: Record<'users' | 'authors' | 'members', readonly string[]>,
) {
  return [
    clubId,
    users,
    members,
    timeZone,
    query.entity ?? null,
    query.entity_id ?? null,
    query.action ?? null,
    query.club ?? null,
    query.from ?? null,
    query.to ?? null,
    authors,
  ] as const
}

const LIST_ORDERS = { aat: 'entry.id', dat: 'entry.id DESC' } as const
const searchNames = Object.keys(SEARCHES) as Search[]

const SEARCH_LOG = tenantStatements(
  'tenants/search-log',
  Object.fromEntries(
    Object.entries(LIST_ORDERS).flatMap(([sort, order]) =>
      searchNames.map((search) => [`${sort}-${search}`, { search, order }] as const),
    ),
  ),
  ({ search, order }) => `WITH ${SCOPE}, found AS MATERIALIZED (${foundIds(search, order, MOST_LISTED)})
   SELECT (SELECT coalesce(json_agg(listed), '[]') FROM (SELECT ${COLUMNS} FROM ${entriesWhere(`entry.client_id = $1
       AND entry.id = ANY(ARRAY(SELECT entry.id FROM found entry ORDER BY ${order} LIMIT $13 OFFSET $14))`)}
     ORDER BY ${order}) listed) AS entries,
     (SELECT count(*) FROM found) AS total`,
  { json: { entries: Type.Array(AuditEntry) } },
)

/** One page of the log, newest first, and how many entries there are, at most `MOST_LISTED`. */
export async function searchLog(
  tx: Tx,
  context: LogContext,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const found = await searchPeople(tx, context.clubId, query)
  if (found === null) return { entries: [], total: 0 }
  const { perPage, offset } = pageOf(query)
  return getRow(tx, variantNamed(SEARCH_LOG, `${query.sort ?? 'dat'}-${found.search}`), [
    ...filtersOf(context, query, found),
    perPage,
    offset,
  ])
}

const LOG_FOR_FILE = tenantStatements(
  'tenants/read-log-for-file',
  Object.fromEntries(searchNames.map((search) => [search, search])),
  (search) => `WITH ${SCOPE}
   SELECT to_json(listed) AS entry FROM (SELECT ${COLUMNS} FROM ${entriesWhere(`entry.client_id = $1
     AND entry.id = ANY(ARRAY(${foundIds(search, LIST_ORDERS.dat, MAX_IN_FILE)}))`)} ORDER BY entry.id DESC) listed`,
  { json: { entry: AuditEntry } },
)

/** The entries of a downloaded file. They do not hold the values before and after. */
export async function readLogForFile(tx: Tx, context: LogContext, query: AuditFileQuery): Promise<AuditEntry[]> {
  const found = await searchPeople(tx, context.clubId, query)
  if (found === null) return []
  const filters = filtersOf(context, query, found)
  const rows = await queryRows(tx, variantNamed(LOG_FOR_FILE, found.search), filters)
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
  `SELECT to_json(listed) AS entry FROM (SELECT ${COLUMNS}, entry.before, entry.after
     FROM ${entriesWhere(`${IS_VISIBLE} AND entry.id = $3`)}) listed`,
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
