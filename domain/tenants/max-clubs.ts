/** A notification or a document is for at most this many clubs. */
export const MAX_CLUBS = 20_000
/** A user has roles at this many clubs at most. */
export const MAX_CLUBS_OF_USER = 200
