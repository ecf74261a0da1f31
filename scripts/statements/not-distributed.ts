import type { RefusedForm } from './distribution.ts'

/**
 * The statements that a distributed engine would refuse, by form. PostgreSQL runs them as they are, so they change when
 * they are rewritten for another reason. Names are taken off this list, and none is added.
 */
export const NOT_DISTRIBUTED: Readonly<Record<RefusedForm, readonly string[]>> = {
  'INSERT … SELECT with a parameter after ON CONFLICT': [],
  'a sub-select in WHERE of ON CONFLICT': [],
  'the time of the database in an UPDATE': [],
  set_config: [],
  'INSERT … SELECT without RETURNING': [],
}
