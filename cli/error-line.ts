import { problem, Refusal } from '#server/platform/http/errors.ts'

/** PostgreSQL's codes for a table, a column and a function that the database lacks: it is new, or of an older version. */
const UNDEFINED = new Set(['42P01', '42703', '42883'])

/** What went wrong, as one line without a stack: the message, and after colons the messages of its causes. */
export function lineOf(error: unknown): string {
  const messages: string[] = []
  for (let cause = error; cause !== undefined && cause !== null; cause = cause instanceof Error ? cause.cause : null)
    messages.push(messageOf(cause))
  return messages.join(': ').replaceAll(/\s+/g, ' ').trim()
}

function messageOf(error: unknown): string {
  // the API's refusals have a code for programs as their message
  if (error instanceof Refusal) return problem(error.code).title
  // a failed connection to several addresses of one host has a message for each, and none of its own
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const lacking = 'code' in error && UNDEFINED.has(String(error.code))
  return lacking ? `${error.message}; rungs migrate brings the database to this version` : error.message
}
