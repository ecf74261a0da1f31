import fc from 'fast-check'
import { NODE_PATTERN } from '#domain/platform/node-id.ts'
import { SLUG_PATTERN } from '#domain/platform/slug.ts'
import { UUID_PATTERN } from '#domain/platform/uuid.ts'
import type { JsonSchema } from '#server/platform/docs/open-api.ts'

/**
 * Ids that random requests use, so that they get past the look-up: ids of the sender's tenant, of another tenant, and
 * of nothing.
 */
export interface KnownIds {
  uuids: readonly string[]
  slugs: readonly string[]
  nodes: readonly string[]
}

const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$'

/** Texts that the schema allows. */
function textValues(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const { pattern, minLength = 0, maxLength = 40 } = schema
  // mostly known ones, because a request with another one seldom gets past the look-up
  if (pattern === UUID_PATTERN)
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids.uuids) }, { weight: 1, arbitrary: fc.uuid() })
  if (pattern === NODE_PATTERN) return fc.constantFrom(...ids.nodes)
  if (pattern === SLUG_PATTERN) return fc.constantFrom(...ids.slugs)
  // the pattern also allows days that do not exist
  if (pattern === DATE_PATTERN)
    return fc.constantFrom(
      '2026-11-21',
      '2017-05-06',
      '2026-02-30',
      '9999-99-99',
      '9999-12-31',
      '0001-01-01',
      '0000-01-01',
    )
  if (pattern !== undefined) {
    // fast-check cannot generate strings for a pattern with lookahead.
    if (pattern.includes('(?')) return fc.constantFrom('Name', 'x y', '2')
    const unicode = pattern.includes('\\p{')
    return fc.stringMatching(new RegExp(pattern, unicode ? 'u' : ''), { maxLength: schema.maxLength ?? 100 })
  }
  return fc.string({ minLength, maxLength: Math.min(maxLength, 40), unit: 'binary' })
}

/** Values that the schema allows, as far as JSON Schema can say. */
export function validValues(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => validValues(option, ids)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return textValues(schema, ids)
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 2_000_000_000 }),
        fc.constantFrom(schema.minimum ?? Number.MIN_SAFE_INTEGER, schema.maximum ?? Number.MAX_SAFE_INTEGER),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      if (Array.isArray(schema.items)) return fc.tuple(...schema.items.map((item) => validValues(item, ids)))
      const length = {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      }
      const items = schema.items ? validValues(schema.items, ids) : fc.jsonValue()
      return schema.uniqueItems === true ? fc.uniqueArray(items, length) : fc.array(items, length)
    }
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      // an object with arbitrary keys holds texts by language
      if (properties.length === 0 && typeof schema.additionalProperties === 'object')
        return fc.dictionary(fc.constantFrom('en', 'cy'), validValues(schema.additionalProperties, ids), {
          maxKeys: 2,
        })
      const fields = Object.fromEntries(properties.map(([name, property]) => [name, validValues(property, ids)]))
      return fc.record(fields, { requiredKeys: schema.required ?? [], noNullPrototype: true })
    }
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

/** Values that often break parsers, databases or pages. */
export const hostileValue: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066x',
  '𝕏👩‍👩‍👧‍👦',
  '\r\nBcc: all@example.org',
  "'; DROP TABLE members; --",
  '%00%2e%2e%2f',
  '../../etc/passwd',
  '{{7*7}}${7*7}',
  '<img src=x onerror=alert(1)>',
  'x'.repeat(20_000),
  '9'.repeat(400),
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  { $gt: '' },
  Array.from({ length: 2_000 }, (_, k) => k),
  'NaN',
  '0000-00-00',
  '2026-13-45',
)
