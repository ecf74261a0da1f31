/** A notice or a document is for at most so many clubs. */
export const MOST_CLUBS = 20_000
/** Somebody works at no more. */
export const MOST_CLUBS_OF_USER = 200
