import type { Table } from 'dexie'
import type { CoachDatabase } from './database.ts'

/** What can be fetched again. */
export function cachedTables(db: CoachDatabase): Table[] {
  return [
    db.groups,
    db.members,
    db.groupMembers,
    db.results,
    db.conflicts,
    db.registers,
    db.lessonPlans,
    db.lessonPlanGroups,
  ]
}
