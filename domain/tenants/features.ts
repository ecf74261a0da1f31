/** The feature flags of a client [6.7], with the values of a new client whose users log in here (provider `local`). */
export const defaultFeatures = {
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

/** The most days back for which a register can be allowed by `MAX_PAST_DAYS_ATTENDANCE`. */
export const MAX_PAST_DAYS = 365

export type Feature = keyof typeof defaultFeatures
export type Features = { [flag in Feature]: (typeof defaultFeatures)[flag] extends number ? number : boolean }

/** The flags that a club may override [R1.4]. The others are about the portals of the whole client. */
export const clubFeatures = (Object.keys(defaultFeatures) as Feature[]).filter(
  (flag) => !['ADD_SCHEME', 'ADVANCED_MODE', 'ENABLE_ORGANISATIONS'].includes(flag),
)
