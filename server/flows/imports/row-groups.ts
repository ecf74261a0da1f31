import { GROUPS_COLUMN } from '#domain/members/import-columns.ts'
import { groupOf, valueKey, type Choices, type RowGroup } from '#domain/members/import-values.ts'
import type { RowProblem } from '#domain/members/row-problems.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { writeGroups } from '#server/scheduling/groups/commands.ts'
import { enterGroup } from '#server/scheduling/groups/membership.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { CheckedRow } from './checked-row.ts'
import type { OpenGroup } from './values.ts'

/** The groups that the texts of a row name, each once, and what is wrong with them. */
export function groupsOfRow(
  texts: readonly string[],
  groups: readonly OpenGroup[],
  choices: Choices,
): { groups: RowGroup[]; problems: RowProblem[] } {
  const found = new Map<string, RowGroup>()
  const problems: RowProblem[] = []
  for (const text of texts) {
    const group = groupOf(text, groups, choices[GROUPS_COLUMN])
    if (group === 'none') continue
    if (group === null) problems.push({ field: GROUPS_COLUMN, problem: 'unknown-group' })
    else if (group.id === null && [...group.name].length > NAME_MAX)
      problems.push({ field: GROUPS_COLUMN, problem: 'too-long' })
    else if (!found.has(group.id ?? valueKey(group.name))) found.set(group.id ?? valueKey(group.name), group)
  }
  return { groups: [...found.values()], problems: problems.slice(0, 1) }
}

const PLACES = tenantStatement(
  'flows/list-places-of-existing-members',
  `SELECT membership.member_id, membership.status,
     ARRAY(SELECT place.group_id FROM group_members place WHERE place.client_id = membership.client_id
       AND place.member_id = membership.member_id AND (place.to_date IS NULL OR place.to_date >= $3)) AS groups
   FROM club_members membership
   WHERE membership.client_id = $1 AND membership.club_id = $2 AND membership.member_id = ANY($4)`,
)

/**
 * Leaves out the groups that nobody enters by a row: an inactive child enters none, and a member of the club none in
 * which it is already. Rows beyond the limit of a group get a problem.
 */
export async function checkGroups(
  tx: Tx,
  { clubId, today }: Pick<ClubContext, 'clubId' | 'today'>,
  rows: readonly CheckedRow[],
  groups: readonly OpenGroup[],
): Promise<void> {
  const withGroups = rows.filter((row) => row.groups.length > 0)
  if (withGroups.length === 0) return
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  const originOf = (row: CheckedRow) => (row.sameAs === null ? row : (byNumber.get(row.sameAs) ?? row))
  const existing = withGroups.flatMap((row) => originOf(row).existing ?? [])
  const members = existing.length === 0 ? [] : await queryRows(tx, PLACES, [clubId, today, existing])
  const places = new Map(members.map((member) => [member.member_id, member]))
  for (const row of withGroups) {
    const origin = originOf(row)
    const member = origin.existing === null ? undefined : places.get(origin.existing)
    const status = member?.status ?? origin.member.status
    const here = new Set(member?.groups)
    row.groups = status === 'active' ? row.groups.filter(({ id }) => id === null || !here.has(id)) : []
    if (row.state === 'same' && row.groups.length > 0) row.state = 'levels'
  }
  findFull(withGroups, originOf, groups)
}

/** Reports rows whose children would be too many for a group. */
function findFull(
  rows: readonly CheckedRow[],
  originOf: (row: CheckedRow) => CheckedRow,
  groups: readonly OpenGroup[],
): void {
  const entering = new Map<string, Set<CheckedRow>>()
  const placesOf = new Map(groups.map(({ value, places }) => [value, places]))
  for (const row of rows)
    for (const { id } of row.groups) {
      const places = id === null ? null : (placesOf.get(id) ?? null)
      if (id === null || places === null) continue
      const children = (entering.get(id) ?? new Set<CheckedRow>()).add(originOf(row))
      entering.set(id, children)
      if (children.size > places) row.problems.push({ field: GROUPS_COLUMN, problem: 'group-full' })
    }
}

/** The scheme that new groups have: the only one that is released. */
const RELEASED_SCHEMES = tenantStatement(
  'flows/list-released-schemes',
  `SELECT slug FROM schemes WHERE client_id = $1 AND state = 'released' AND deleted_at IS NULL ORDER BY slug LIMIT 2`,
)

const NOTE_GROUPS = tenantStatement(
  'flows/note-groups-of-import',
  'UPDATE member_imports SET group_ids = $3 WHERE client_id = $1 AND id = $2',
)

/** A member and a group that it enters. */
export interface EnteringPlace {
  memberId: string
  group: RowGroup
}

/** Makes the groups that the club does not have yet, without day and time, and enters the members into all groups. */
export async function enterGroups(
  tx: Tx,
  context: ClubContext,
  importId: string,
  places: readonly EnteringPlace[],
): Promise<ChangedKey[]> {
  if (places.length === 0) return []
  const byGroup = Map.groupBy(places, ({ group }) => group.id ?? `+${valueKey(group.name)}`)
  const schemes = await queryRows(tx, RELEASED_SCHEMES)
  const [only] = schemes.length === 1 ? schemes : []
  const created = [...byGroup].flatMap(([key, [first]]) =>
    first?.group.id === null ? [{ key, id: crypto.randomUUID(), name: first.group.name }] : [],
  )
  const changed = await writeGroups(
    tx,
    context,
    created.map(({ id, name }) => ({
      id,
      clubId: context.clubId,
      name,
      weekdays: [],
      first_date: context.today,
      scheme_slug: only?.slug ?? null,
    })),
  )
  await execute(tx, NOTE_GROUPS, [importId, created.map(({ id }) => id)])
  const idOf = new Map(created.map(({ key, id }) => [key, id]))
  // in the order of their ids, as every move locks them
  const entering = [...byGroup].map(([key, group]) => ({ id: idOf.get(key) ?? key, group }))
  for (const { id, group } of entering.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const memberIds = [...new Set(group.map(({ memberId }) => memberId))]
    changed.push(...(await enterGroup(tx, context, importId, id, memberIds)))
  }
  return changed
}
