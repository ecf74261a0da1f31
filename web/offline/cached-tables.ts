import type { Table } from 'dexie'
import type { CoachDatabase } from './database.ts'

/** The tables that only cache the server's rows, so that clearing them loses nothing. */
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
