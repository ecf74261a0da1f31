/** The pattern of ids as they are stored and sent, in lower case. */
export const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
export const UUID = new RegExp(UUID_PATTERN)

/**
 * Whether a text has the form of an id, in lower or upper case. It is checked before a query, because PostgreSQL fails
 * on a parameter that is no UUID.
 */
export const isUuid = (text: string): boolean => UUID.test(text.toLowerCase())
