/** The fields of a group that has a session now, because its sessions last all day on every day. */
export const allDayGroup = (group: {
  name: string
  scheme: string | null
  levels: readonly string[]
  place: string | null
  /** The ids of its coaches. */
  coaches: readonly string[]
}) => ({
  name: group.name,
  scheme_slug: group.scheme,
  levels: group.levels,
  assessment_level_limit: false,
  is_slot: false,
  start_at: '00:00',
  duration_minutes: 1440,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  first_date: '2026-01-01',
  last_date: null,
  place: group.place,
  max_size: null,
  age_from: null,
  age_to: null,
  coaches: group.coaches.map((uuid) => ({ uuid, from: '2026-01-01', to: null })),
})
