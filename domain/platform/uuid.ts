/** The pattern of ids as they are stored and sent, in lower case. */
export const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
export const UUID = new RegExp(UUID_PATTERN)

/** Whether the database takes a text as an id: it reads both cases, and fails at anything else. */
export const isUuid = (text: string): boolean => UUID.test(text.toLowerCase())
