/** The content of the access token's `sub`, as JSON text [3.3]. */
export interface TokenSubject {
  user_uuid: string
  club_id: string | null
  language: { language_id: number; language: string }
  /** The feature flags by name, such as those of `defaultFeatures` (`domain/tenants`). */
  features: Record<string, boolean | number>
  /** The user who logged in, if `user_uuid` took over the tablet by PIN. */
  original_user_uuid?: string
}
