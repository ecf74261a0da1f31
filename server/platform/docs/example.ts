import type { JsonSchema } from './open-api.ts'

/** The example of a string is the first of these texts that fits its schema. */
const TEXTS = [
  'text',
  '1',
  'en',
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
  const regExp = new RegExp(pattern ?? '', 'u')
  return TEXTS.find((text) => regExp.test(text) && text.length >= minLength && text.length <= maxLength) ?? ''
}

/** An example value that the schema allows; the same schema gives the same value, whatever the field means. */
export function exampleOf(schema: JsonSchema): unknown {
  const option = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema.anyOf?.[0]
  if (option) return exampleOf(option)
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
      if (Array.isArray(schema.items)) return schema.items.map((item) => exampleOf(item))
      const item = schema.items ? [exampleOf(schema.items)] : []
      return Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () => item).flat()
    }
    case 'object': {
      const additional = schema.additionalProperties
      return {
        ...Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property)]),
        ),
        // An object with arbitrary keys holds texts by language.
        ...(typeof additional === 'object' ? { en: exampleOf(additional) } : {}),
      }
    }
    default:
      return null
  }
}
