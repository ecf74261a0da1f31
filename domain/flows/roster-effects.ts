/** What a reading of a course provider did at a club. */
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
