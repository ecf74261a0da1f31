import { isDate } from '#domain/platform/club-time.ts'
import { isName } from '#domain/platform/name.ts'
import { bringPasses, type BroughtPass } from '#server/assessment/brought-levels/bring-passes.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { readMarkPlaces, scalesOf } from '#server/flows/imports/mark-places.ts'
import { readOptions } from '#server/flows/imports/values.ts'
import { markOfRow } from '#domain/members/row-marks.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ArchiveRow } from './archive.ts'
import { isUuid, timeOf } from './cells.ts'
import { placeOfMark, type ReturnedGroups } from './groups.ts'
import { namedAccount, type Accounts } from './people.ts'
import type { ReturnReport } from './report.ts'

/** Guests whom the client has, who became members here, or whose record was erased. */
const KNOWN = tenantStatement(
  'flows/list-known-guests-of-return',
  `SELECT id, EXISTS (SELECT FROM guests WHERE guests.client_id = members.client_id AND guests.member_id = members.id
       AND guests.club_id = $2) AS is_guest
   FROM members WHERE client_id = $1 AND id = ANY($3::uuid[])
   UNION ALL
   SELECT entity_id::uuid, false FROM audit_log
   WHERE client_id = $1 AND entity = 'member' AND action = 'erase' AND entity_id = ANY($3::uuid[]::text[])`,
)

const MEMBERS = tenantStatement(
  'flows/add-members-for-returned-guests',
  `INSERT INTO members (client_id, id, firstname, lastname)
   SELECT $1, guest.id, guest.firstname, guest.lastname
   FROM unnest($2::uuid[], $3::text[], $4::text[]) guest (id, firstname, lastname) RETURNING client_id`,
)

const GUESTS = tenantStatement(
  'flows/add-returned-guests',
  `INSERT INTO guests (client_id, club_id, member_id, group_id, from_date, to_date, author_id, entered_at)
   SELECT $1, $2, guest.* FROM unnest($3::uuid[], $4::uuid[], $5::date[], $6::date[], $7::uuid[], $8::timestamptz[])
     guest (id, group_id, first, last, author, at) RETURNING client_id`,
)

interface Guest {
  id: string
  firstname: string
  lastname: string
  groupId: string
  from: string
  to: string | null
  authorId: string
  ts: number
}

/**
 * Takes back the children who are on no list, under their ids: about whom the office has decided since stays as it is.
 * Returns the ids of those whose history is taken.
 */
export async function takeGuests(
  tx: Tx,
  context: ClubContext,
  { accounts, groups }: { accounts: Accounts; groups: ReturnedGroups },
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<{ guests: Set<string>; changed: ChangedKey[] }> {
  const file = 'guests.csv'
  const read = rows.flatMap(({ line, cells }): Guest[] => {
    const { guest: id = '', firstname = '', lastname = '', from = '', to = '', entered_at: entered = '' } = cells
    const groupId = groups.find(cells)
    const ts = timeOf(entered, context.nowMs)
    const isGuest = isUuid(id) && isName(firstname) && (lastname === '' || isName(lastname))
    const isPeriod = isDate(from) && (to === '' || (isDate(to) && to >= from)) && ts !== null
    if (groupId === undefined) report.leave(file, line, 'group', cells['group'])
    else if (!isGuest || !isPeriod) report.leave(file, line, 'value', `${firstname} ${lastname}`.trim())
    else {
      const author = accounts.find(namedAccount(cells))
      if (!author) report.leave(file, line, 'coach', cells['coach'])
      return [{ id, firstname, lastname, groupId, from, to: to || null, authorId: author?.id ?? context.userId, ts }]
    }
    return []
  })
  const once = [...new Map(read.map((guest) => [guest.id, guest])).values()]
  const known = new Map(
    (await queryRows(tx, KNOWN, [context.clubId, once.map(({ id }) => id)])).map(({ id, is_guest }) => [id, is_guest]),
  )
  const taken = once.filter(({ id }) => !known.has(id))
  await execute(tx, MEMBERS, [
    taken.map(({ id }) => id),
    taken.map(({ firstname }) => firstname),
    taken.map(({ lastname }) => lastname),
  ])
  await execute(tx, GUESTS, [
    context.clubId,
    taken.map(({ id }) => id),
    taken.map(({ groupId }) => groupId),
    taken.map(({ from }) => from),
    taken.map(({ to }) => to),
    taken.map(({ authorId }) => authorId),
    taken.map(({ ts }) => new Date(ts * 1000)),
  ])
  report.brought.guests.push(...taken.map(({ id }) => id))
  report.count(file, { taken: taken.length, same: once.length - taken.length })
  return {
    guests: new Set(once.flatMap(({ id }) => (known.get(id) === false ? [] : [id]))),
    changed: taken.map(({ id, groupId }) => ({
      clubId: context.clubId,
      kind: 'group_member',
      key: `${groupId}/${id}`,
    })),
  }
}

/** Takes back the marks of guests, which no file of members has. */
export async function takeGuestMarks(
  tx: Tx,
  context: ClubContext,
  { curricula, guests, groups }: { curricula: Curricula; guests: ReadonlySet<string>; groups: ReturnedGroups },
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<ChangedKey[]> {
  if (rows.length === 0) return []
  const file = 'guest-marks.csv'
  const [places, { options }] = await Promise.all([readMarkPlaces(tx), readOptions(tx, context)])
  const coaches = new Map((options['level_coach'] ?? []).map(({ value, words: [name = ''] }) => [name, value]))
  const rules = { skills: scalesOf(places), hasGrades: true, placeOf: (key: string) => (places.has(key) ? key : null) }
  const marks = rows.flatMap(({ line, cells }): BroughtPass[] => {
    const { guest = '', marked_on: on = '', marked_by: coach = '' } = cells
    if (!guests.has(guest)) return []
    let wrong: string | null = on === '' || isDate(on) ? null : 'marked_on'
    const by = coaches.get(coach) ?? null
    const [mark] = markOfRow(
      (field) => cells[field] ?? '',
      ['skill', 'skill_grade', 'skill_pass'],
      rules,
      { on: on || null, by },
      (field) => (wrong ??= field),
    )
    if (wrong !== null) report.leave(file, line, wrong === 'skill' ? 'deleted' : 'value', cells[wrong])
    const place = places.get(mark?.key ?? '')
    if (wrong !== null || !mark || !place) return []
    if (coach !== '' && by === null) report.leave(file, line, 'coach', coach)
    const { grade, pass = place.pass } = mark
    const given = placeOfMark(context.clubId, groups, cells)
    const { schemeId, nodeId } = place
    return [{ memberId: guest, schemeId, nodeId, grade, pass, on: mark.on, by, ...(given ? { place: given } : {}) }]
  })
  const { changed, taken } = await bringPasses(tx, { ...context, run: report.changeSetId }, curricula, marks)
  report.count(file, { taken, same: marks.length - taken })
  return changed
}
