import { MOST_CLUBS } from '#domain/tenants/most-clubs.ts'

/** Bytes of a body that names as many clubs as it may: an id in quotes and a comma each. */
export const CLUBS_LIMIT = MOST_CLUBS * 39 + 64 * 1024
