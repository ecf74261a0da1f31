/** What an import of a course provider's roster can do at a club. Its report says how often it did each. */
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
