import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** PostgreSQL stores neither NUL characters nor lone surrogates. */
const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * The path, such as `members/0/name`, of the first field that PostgreSQL cannot store; null when there is none. It uses
 * a stack instead of recursion, because a body may be nested deeper than the call stack allows.
 */
function unstorableField(body: unknown): string | null {
  const stack: { value: unknown; path: string }[] = [{ value: body, path: '' }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && isUnstorable(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (isUnstorable(key)) return path
      // No valid body is so deep, so a longer path helps nobody.
      stack.push({ value: inner, path: path.length > 200 ? path : path === '' ? key : `${path}/${key}` })
    }
  }
  return null
}

/**
 * Parses JSON that came encoded, so that nobody could check its characters with the body. Throws for other text, and for
 * what PostgreSQL cannot store.
 */
export function parseStorableJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (unstorableField(value) !== null) throw new Error('has characters that cannot be stored')
  return value
}

/** Refuses a NUL character in the URL of an API call, because PostgreSQL could not take it as a parameter. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isApiCall = request.routeOptions.url?.startsWith('/v1/') ?? false
    const refused = isApiCall && request.url.includes('%00')
    done(refused ? new Refusal('INVALID_REQUEST', { detail: 'address: has a character 0' }) : undefined)
  })
}

/**
 * Parses JSON bodies as fastify does, with two differences. A request without a body may have the content type of JSON,
 * because every call has it [7.1], a DELETE too. And no field may occur twice, because parsers differ in which of the
 * two counts (security.md 16).
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    return parse(request, text, (error, value: unknown) => {
      if (error !== null) return done(error, value)
      if (countNamesInText(text) !== countNamesInValue(value))
        return done(new Refusal('INVALID_REQUEST', { detail: 'a field stands twice' }))
      // JSON text can hold these characters only as escapes, so the value is searched only when there is such an
      // escape.
      const field = /\\u(0000|d[89a-f])/i.test(text) ? unstorableField(value) : null
      if (field === null) return done(null, value)
      return done(new Refusal('INVALID_REQUEST', { field, detail: `${field}: has a character that nobody can type` }))
    })
  })
}

/** The number of field names in JSON text. Outside strings, a colon follows each field name and stands nowhere else. */
function countNamesInText(json: string): number {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
}

/**
 * The number of field names at all depths of a value, where a doubled name counts once. It uses a stack, because a body
 * may be nested deeper than the call stack allows.
 */
function countNamesInValue(value: unknown): number {
  let names = 0
  const stack = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    if (!Array.isArray(next)) names += inner.length
    for (const part of inner) if (typeof part === 'object' && part !== null) stack.push(part)
  }
  return names
}
