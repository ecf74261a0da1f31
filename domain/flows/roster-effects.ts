/** What an import of a course provider's roster can do at a club. The report of an import has a number for each. */
export const ROSTER_EFFECTS = [
  'members_new',
  'members_changed',
  'members_ended',
  'groups_new',
  'groups_changed',
  'groups_ended',
  'places_new',
  'places_ended',
] as const
export type RosterEffect = (typeof ROSTER_EFFECTS)[number]
