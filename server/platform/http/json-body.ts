import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

const cannotStand = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * The field that holds a character 0 or half of one, `members/0/name`: the database has neither, and nobody types them.
 * Not by recursion: a body may be as deep as it is long.
 */
function unstorable(body: unknown): string | null {
  const left: { value: unknown; path: string }[] = [{ value: body, path: '' }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && cannotStand(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, of] of Object.entries(value)) {
      if (cannotStand(key)) return path
      // deeper than any contract goes nobody needs the way
      left.push({ value: of, path: path.length > 200 ? path : path === '' ? key : `${path}/${key}` })
    }
  }
  return null
}

/** Nor in an address. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(
      /%00/.test(request.url) ? new Refusal('INVALID_REQUEST', { detail: 'address: has a character 0' }) : undefined,
    ),
  )
}

/**
 * JSON as fastify reads it, but that a call without a body may say that it is JSON: every call does [7.1], a DELETE too;
 * and that no field may stand twice, because readers differ in which of the two counts (security.md 16).
 */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    return read(request, text, (error, value: unknown) => {
      if (error !== null) return done(error, value)
      if (namesWritten(text) !== namesRead(value))
        return done(new Refusal('INVALID_REQUEST', { detail: 'a field stands twice' }))
      // only then is the value looked through: such a character stands escaped in the text
      const field = /\\u(0000|d[89a-f])/i.test(text) ? unstorable(value) : null
      if (field === null) return done(null, value)
      return done(new Refusal('INVALID_REQUEST', { field, detail: `${field}: has a character that nobody can type` }))
    })
  })
}

/** Outside of strings a colon stands behind each name and nowhere else. */
function namesWritten(json: string): number {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
}

/** Not by recursion: a body may be as deep as it is long. */
function namesRead(value: unknown): number {
  let names = 0
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    const inner = Object.values(one)
    if (!Array.isArray(one)) names += inner.length
    for (const part of inner) if (typeof part === 'object' && part !== null) open.push(part)
  }
  return names
}
