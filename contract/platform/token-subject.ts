/** JSON text in the access token's `sub` [3.3]. */
export interface TokenSubject {
  user_uuid: string
  club_id: string | null
  language: { language_id: number; language: string }
  features: Record<string, boolean | number>
  /** Who logged in, when this user was switched to. */
  original_user_uuid?: string
}
