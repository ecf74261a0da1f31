import { Check } from 'typebox/value'
import { editPayloads } from '#contract/assessment/sync.ts'
import { BROUGHT_DEVICE } from '#domain/assessment/brought.ts'
import { commandOf, isRegisterKind, type RegisterKind } from '#domain/assessment/commands/commands.ts'
import { addDays, isDate } from '#domain/platform/club-time.ts'
import { MAX_PAST_DAYS } from '#domain/tenants/features.ts'
import { parseStorableJson } from '#server/platform/http/json-body.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ArchiveRow } from './archive.ts'
import type { ReturnedGroups } from './groups.ts'
import { namedAccount, type Accounts } from './people.ts'
import type { ReturnReport } from './report.ts'

const MEMBERS = tenantStatement(
  'flows/list-members-of-returning-club',
  `SELECT members.id, members.firstname, members.lastname, members.dob, members.ngo_id
   FROM club_members JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id
   WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.status <> 'merged'`,
)

interface Child {
  firstname: string
  lastname: string
  dob: string
  ngo_id: string
}
export const nameKey = ({ firstname, lastname, dob }: Child) => [firstname, lastname, dob].join('\0').toLowerCase()

/** The child that a row names. */
export const childOfCells = (cells: ArchiveRow['cells']): Child => ({
  firstname: cells['firstname'] ?? '',
  lastname: cells['lastname'] ?? '',
  dob: cells['dob'] ?? '',
  ngo_id: cells['ngo_id'] ?? '',
})

/** Finds the children of a club as files name them: by number, else by names and birthday. */
export class Children {
  readonly #byNumber = new Map<string, string>()
  readonly #byName = new Map<string, string[]>()

  static async of(tx: Tx, clubId: string): Promise<Children> {
    const children = new Children()
    for (const { id, firstname, lastname, dob, ngo_id: number } of await queryRows(tx, MEMBERS, [clubId])) {
      if (number !== null) children.#byNumber.set(number, id)
      const key = nameKey({ firstname, lastname, dob: dob ?? '', ngo_id: '' })
      children.#byName.set(key, [...(children.#byName.get(key) ?? []), id])
    }
    return children
  }

  /** The id of a child; null when there is none, or several have the name and birthday. */
  known(child: Child): string | null {
    const byNumber = child.ngo_id === '' ? undefined : this.#byNumber.get(child.ngo_id)
    const named = this.#byName.get(nameKey(child)) ?? []
    return byNumber ?? (named.length === 1 ? named[0] : undefined) ?? null
  }

  /** The child of a row; null, and noted, when nobody or several are meant. */
  find(file: string, { line, cells }: ArchiveRow, report: ReturnReport): string | null {
    const child = childOfCells(cells)
    const found = this.known(child)
    const isAmbiguous = (this.#byName.get(nameKey(child)) ?? []).length > 1
    if (found === null)
      report.leave(file, line, isAmbiguous ? 'children' : 'child', `${child.firstname} ${child.lastname}`)
    return found
  }
}

/** What the rows of history name. */
export interface Here {
  accounts: Accounts
  groups: ReturnedGroups
  children: Children
  /** The ids of guests whose history is taken. */
  guests: ReadonlySet<string>
}

/** Stays that overlap one of the child in the group are here already. */
const PLACES = tenantStatement(
  'flows/add-places-of-returning-club',
  `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date)
   SELECT $1, stay.* FROM unnest($2::uuid[], $3::uuid[], $4::date[], $5::date[]) stay (group_id, id, first_day, last_day)
   WHERE NOT EXISTS (SELECT FROM group_members place WHERE place.client_id = $1 AND place.group_id = stay.group_id
     AND place.member_id = stay.id AND place.from_date <= coalesce(stay.last_day, 'infinity')
     AND coalesce(place.to_date, 'infinity') >= stay.first_day)
   ON CONFLICT DO NOTHING RETURNING group_id, member_id, from_date, to_date`,
)

const NOTE_PLACES = tenantStatement(
  'flows/note-places-of-returning-club',
  `INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, after_to)
   SELECT $1, $2, stay.group_id, stay.id, stay.first_day, false, stay.last_day
   FROM unnest($3::uuid[], $4::uuid[], $5::date[], $6::date[]) stay (group_id, id, first_day, last_day)
   RETURNING client_id`,
)

/** Takes back who was in which group, from when to when. */
export async function takePlaces(
  tx: Tx,
  { clubId }: ClubContext,
  { groups, children }: Here,
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<ChangedKey[]> {
  const file = 'group-members.csv'
  const stays = rows.flatMap((row) => {
    const { line, cells } = row
    const groupId = groups.find(cells)
    const { from = '', to = '' } = cells
    if (groupId === undefined) report.leave(file, line, 'group', cells['group'])
    else if (!isDate(from) || (to !== '' && !isDate(to))) report.leave(file, line, 'value', `${from} ${to}`)
    else {
      const memberId = children.find(file, row, report)
      return memberId === null ? [] : [{ groupId, memberId, from, to: to === '' ? null : to }]
    }
    return []
  })
  const added = await queryRows(tx, PLACES, [
    stays.map(({ groupId }) => groupId),
    stays.map(({ memberId }) => memberId),
    stays.map(({ from }) => from),
    stays.map(({ to }) => to),
  ])
  await execute(tx, NOTE_PLACES, [
    report.changeSetId,
    added.map(({ group_id }) => group_id),
    added.map(({ member_id }) => member_id),
    added.map(({ from_date }) => from_date),
    added.map(({ to_date }) => to_date),
  ])
  report.count(file, { taken: added.length, same: stays.length - added.length })
  return added.map(({ group_id, member_id }) => ({ clubId, kind: 'group_member', key: `${group_id}/${member_id}` }))
}

/** An entry of a register that a file brings. */
interface Entry {
  kind: RegisterKind
  lane: string
  memberId: string
  groupId: string
  date: string | null
  schemeId: string | null
  nodeId: string | null
  value: string
  authorId: string
  ts: number
}

const SCHEMES = tenantStatement(
  'flows/list-scheme-ids-of-returning-club',
  'SELECT id, slug FROM schemes WHERE client_id = $1',
)

const ENTRIES = tenantStatement(
  'flows/add-entries-of-returning-club',
  `INSERT INTO registers (client_id, club_id, lane, kind, member_id, group_id, date, scheme_id, node_id, value, author_id,
     ts)
   SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::date[], $8::uuid[], $9::text[],
     $10::jsonb[], $11::uuid[], $12::bigint[])
   ON CONFLICT (client_id, lane) DO NOTHING RETURNING lane`,
)

/** An entry is one edit, whose later ones win by their time. It is not in the log: the log says that an archive came. */
const EDITS = tenantStatement(
  'flows/add-edits-of-returning-club',
  `INSERT INTO register_edits (client_id, op_id, lane, value, author_id, ts, stamp_ms, stamp_counter, stamp_device,
     stamp_seq, clamped, superseded_by_own_edit, brought_by)
   SELECT $1, gen_random_uuid(), lane, value, author, ts, ts * 1000, 0, $2, ts, false, false, $3
   FROM unnest($4::text[], $5::jsonb[], $6::uuid[], $7::bigint[]) entry (lane, value, author, ts)
   RETURNING client_id`,
)

/** So many entries are written at once. */
const BATCH = 5_000

/**
 * Takes back what coaches wrote into registers. An entry whose place has one here stays out; an author who has no account
 * is replaced by who takes the archive back. Nobody gets a mail, because mails follow from what devices send.
 */
export async function takeRegisters(
  tx: Tx,
  context: ClubContext,
  here: Here,
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<ChangedKey[]> {
  const file = 'registers.csv'
  const schemes = new Map((await queryRows(tx, SCHEMES)).map(({ id, slug }) => [slug, id]))
  const entries = rows.flatMap((row) => readEntry(context, here, schemes, file, row, report) ?? [])
  const changed: ChangedKey[] = []
  // a tablet asks for attendance of so many days at most
  const since = addDays(context.today, -MAX_PAST_DAYS)
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH)
    const added = new Set((await insertEntries(tx, context, batch)).map(({ lane }) => lane))
    const taken = batch.filter(({ lane }) => added.has(lane))
    await execute(tx, EDITS, [
      BROUGHT_DEVICE,
      report.changeSetId,
      taken.map(({ lane }) => lane),
      taken.map(({ value }) => value),
      taken.map(({ authorId }) => authorId),
      taken.map(({ ts }) => ts),
    ])
    report.count(file, { taken: taken.length, same: batch.length - taken.length })
    for (const { kind, lane, memberId, date } of taken)
      if (kind === 'note') changed.push({ clubId: context.clubId, kind: 'member', key: memberId })
      else if (date === null || date >= since)
        changed.push({ clubId: context.clubId, kind: 'register', key: `${memberId}/${lane}` })
  }
  return changed
}

function insertEntries(tx: Tx, { clubId }: ClubContext, entries: readonly Entry[]) {
  return queryRows(tx, ENTRIES, [
    clubId,
    entries.map(({ lane }) => lane),
    entries.map(({ kind }) => kind),
    entries.map(({ memberId }) => memberId),
    entries.map(({ groupId }) => groupId),
    entries.map(({ date }) => date),
    entries.map(({ schemeId }) => schemeId),
    entries.map(({ nodeId }) => nodeId),
    entries.map(({ value }) => value),
    entries.map(({ authorId }) => authorId),
    entries.map(({ ts }) => ts),
  ])
}

/** The entry of a row; null, and noted, when the row names nobody here or holds what an entry cannot. */
function readEntry(
  context: ClubContext,
  { accounts, groups, children, guests }: Here,
  schemes: ReadonlyMap<string, string>,
  file: string,
  row: ArchiveRow,
  report: ReturnReport,
): Entry | null {
  const { line, cells } = row
  const { kind = '', date = '', level = '', value = '', entered_at: entered = '' } = cells
  const groupId = groups.find(cells)
  const [, slug, nodeId] = /^([^/]+)(\/.+)$/.exec(level) ?? []
  const schemeId = slug === undefined ? null : schemes.get(slug)
  if (groupId === undefined) {
    report.leave(file, line, 'group', cells['group'])
    return null
  }
  if (schemeId === undefined) {
    report.leave(file, line, 'level', level)
    return null
  }
  const { guest = '' } = cells
  // what the office has decided about a guest holds for its history, too
  const ofGuest = guests.has(guest) ? guest : null
  const memberId = guest === '' ? children.find(file, row, report) : ofGuest
  if (memberId === null) return null
  const payload = {
    memberUuid: memberId,
    groupId,
    value: jsonOf(value),
    timestamp: Math.floor(Date.parse(entered) / 1000),
    ...(date === '' ? {} : { date }),
    ...(schemeId === null ? {} : { schemeSlug: slug, schemeNodeId: nodeId }),
  }
  const isFuture = payload.timestamp * 1000 > context.nowMs
  if (!isRegisterKind(kind) || isFuture || !Check(editPayloads[kind], payload) || !commandOf(kind).isValid(payload)) {
    report.leave(file, line, 'value', `${kind} ${date} ${value}`.trim())
    return null
  }
  const author = accounts.find(namedAccount(cells))
  if (!author) report.leave(file, line, 'coach', cells['coach'])
  return {
    kind,
    memberId,
    groupId,
    schemeId,
    value,
    ts: payload.timestamp,
    lane: commandOf(kind).lane(payload, context.clubId),
    date: date || null,
    nodeId: nodeId ?? null,
    authorId: author?.id ?? context.userId,
  }
}

/** The value of a text of JSON; undefined where it is none, or has characters that PostgreSQL does not store. */
export function jsonOf(text: string): unknown {
  try {
    return parseStorableJson(text)
  } catch {
    return undefined
  }
}
