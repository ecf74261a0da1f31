import { MAX_CLUBS } from '#domain/tenants/max-clubs.ts'

/**
 * The size limit, in bytes, of a body that lists clubs: 39 for each id with its quotes and comma, and some room for the
 * rest.
 */
export const CLUBS_LIMIT = MAX_CLUBS * 39 + 64 * 1024
