/** The most entries of the audit log that a list counts and shows, in its order; a choice of days reaches the others. */
export const MOST_LISTED = 10_000
