/** The pattern of ids as they are stored and sent, in lower case. */
export const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
export const UUID = new RegExp(UUID_PATTERN)
