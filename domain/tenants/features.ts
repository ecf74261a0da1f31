/** The feature flags of a client [6.7], and what a new one that logs in here has. Days count back. */
export const usualFeatures = {
  ADD_SCHEME: true,
  ADVANCED_MODE: false,
  ENABLE_ALL_SKILL_FIELDS: true,
  ENABLE_RICH_MEDIA: true,
  ENABLE_NODE_TAGS: true,
  SHOW_PASS_ALL_BUTTON: true,
  SHOW_CURRENT_LEVEL: true,
  ENABLE_ADDITIONAL_ASSESSMENTS: true,
  CAN_ADD_SESSION_PLAN_GROUP: true,
  CAN_EDIT_SELF: true,
  SWITCH_USER: true,
  ENABLE_SESSION_PLANNING: true,
  SHOW_PERCENTAGE_COMPLETE: true,
  DOCUMENTS_PAGE: true,
  CAN_ASSESS_IN_THE_PAST: true,
  MAX_PAST_DAYS_ATTENDANCE: 14,
  ENABLE_ORGANISATIONS: false,
  IMPORT_ALL_CLASSES: false,
} as const satisfies Record<string, boolean | number>

export type Feature = keyof typeof usualFeatures
export type Features = { [flag in Feature]: (typeof usualFeatures)[flag] extends number ? number : boolean }

/** Flags in which a club may differ from its client: none that is about the client's own office. */
export const clubFeatures = (Object.keys(usualFeatures) as Feature[]).filter(
  (flag) => !['ADD_SCHEME', 'ADVANCED_MODE', 'ENABLE_ORGANISATIONS'].includes(flag),
)
