import type { Group } from '#contract/scheduling/groups.ts'
import type { LessonPlan, LessonPlanGroup } from '#contract/assessment/lesson-plans.ts'
import type { Change, CoachMember, Conflict, GroupMember, RegisterRow } from '#contract/assessment/sync.ts'
import { MEMBER_ID_LENGTH, outcomeOf } from './cache.ts'
import type { CachedResult, CoachDatabase } from './database.ts'

type Rows<T> = ReadonlyMap<string, T>

/** The rows of the cached tables in memory, by their keys and in their order. They are never changed in place. */
export interface CachedRows {
  groups: Rows<Group>
  members: Rows<CoachMember>
  groupMembers: Rows<GroupMember>
  /** By member first, because a mark changes the results of one member. */
  results: Rows<Rows<CachedResult>>
  conflicts: Rows<Conflict>
  registers: Rows<RegisterRow>
  lessonPlans: Rows<LessonPlan>
  lessonPlanGroups: Rows<LessonPlanGroup>
}

/** Reads all rows, within the caller's transaction. */
export async function readRows(db: CoachDatabase): Promise<CachedRows> {
  const [groups, members, groupMembers, results, conflicts, registers, lessonPlans, lessonPlanGroups] =
    await Promise.all([
      db.groups.toArray(),
      db.members.toArray(),
      db.groupMembers.toArray(),
      db.results.toArray(),
      db.conflicts.toArray(),
      db.registers.toArray(),
      db.lessonPlans.toArray(),
      db.lessonPlanGroups.toArray(),
    ])
  const resultsByMember = new Map<string, Map<string, CachedResult>>()
  for (const row of results) {
    const ofMember = resultsByMember.get(row.memberUuid) ?? new Map<string, CachedResult>()
    resultsByMember.set(row.memberUuid, ofMember.set(row.key, row))
  }
  return {
    groups: new Map(groups.map((row) => [row.id, row])),
    members: new Map(members.map((row) => [row.uuid, row])),
    groupMembers: new Map(groupMembers.map((row) => [row.key, row])),
    results: resultsByMember,
    conflicts: new Map(conflicts.map((row) => [row.key, row])),
    registers: new Map(registers.map((row) => [row.lane, row])),
    lessonPlans: new Map(lessonPlans.map((row) => [row.uuid, row])),
    lessonPlanGroups: new Map(lessonPlanGroups.map((row) => [row.key, row])),
  }
}

/** The rows with the changes of a page, as `applyPage` makes them on the disk. */
export function withChanges(rows: CachedRows, changes: readonly Change[]): CachedRows {
  const copies: Partial<Record<keyof CachedRows, Map<string, unknown>>> = {}
  const copyOf = (table: keyof CachedRows) => (copies[table] ??= new Map<string, unknown>(rows[table]))
  const { rows: changed, erased } = outcomeOf(changes)
  if (erased.size > 0) {
    for (const table of ['members', 'results'] as const) for (const id of erased) copyOf(table).delete(id)
    for (const table of ['groupMembers', 'conflicts', 'registers'] as const)
      for (const [key, row] of copyOf(table) as Map<string, { memberUuid: string }>)
        if (erased.has(row.memberUuid)) copyOf(table).delete(key)
  }
  for (const [table, ofTable] of changed)
    for (const [key, row] of ofTable) {
      if (table === 'results') changeResult(copyOf(table) as Map<string, Rows<unknown>>, key, row)
      else if (row) copyOf(table).set(key, row)
      else copyOf(table).delete(key)
    }
  // nothing shown depends on the order of these two, which are the largest
  for (const table of Object.keys(copies) as (keyof CachedRows)[])
    if (table !== 'results' && table !== 'registers') copies[table] = inKeyOrder(copyOf(table))
  return { ...rows, ...copies } as CachedRows
}

function changeResult(results: Map<string, Rows<unknown>>, key: string, row: object | null): void {
  const member = key.slice(0, MEMBER_ID_LENGTH)
  const ofMember = new Map(results.get(member))
  if (row) ofMember.set(key, row)
  else ofMember.delete(key)
  if (ofMember.size > 0) results.set(member, ofMember)
  else results.delete(member)
}

/** The order in which IndexedDB gives rows. */
function inKeyOrder<T>(rows: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
