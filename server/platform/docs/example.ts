import type { JsonSchema } from './open-api.ts'

/** Of these the first that a pattern takes. */
const TEXTS = [
  'text',
  '1',
  'en-GB',
  'swim',
  '/stage-1/float-on-back',
  '#00405c',
  'swim/stage-4',
  '2026-11-21',
  '16:30',
  '07700 900123',
  'aquila:parent',
  '5f0c2a9e-3b7d-4c1e-9a64-0d5e8b7f1c23',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
]

function textOf({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema): string {
  const match = new RegExp(pattern ?? '', 'u')
  return TEXTS.find((text) => match.test(text) && text.length >= minLength && text.length <= maxLength) ?? ''
}

/** A value that the schema allows, the same each time. Needs no look at what a field means. */
export function exampleOf(schema: JsonSchema): unknown {
  const first = schema.anyOf?.find((of) => of.type !== 'null') ?? schema.anyOf?.[0]
  if (first) return exampleOf(first)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'array': {
      if (Array.isArray(schema.items)) return schema.items.map((of) => exampleOf(of))
      const item = schema.items ? [exampleOf(schema.items)] : []
      return Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () => item).flat()
    }
    case 'object': {
      const any = schema.additionalProperties
      return {
        ...Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, exampleOf(of)])),
        // the words of a language
        ...(typeof any === 'object' ? { en: exampleOf(any) } : {}),
      }
    }
    default:
      return null
  }
}
