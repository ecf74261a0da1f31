import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AriaWords } from './words.ts'

/** The folder of React Aria's own texts. */
const library = join(import.meta.dirname, '../../../node_modules/react-aria/dist/private/intl')
/** The parts of React Aria that have Welsh texts: the names of the files `….cy.ts` without that ending. */
const parts = readdirSync(import.meta.dirname).flatMap((name) =>
  name.endsWith('.cy.ts') ? [name.slice(0, -'.cy.ts'.length)] : [],
)

/** The names of the variables that a text uses; a text without variables is no function. */
function variablesOf(text: AriaWords[string] | undefined): string[] {
  if (typeof text !== 'function') return []
  const used = new Set<string>()
  // notes the name of each variable that is read; its value may be any number
  const variables = new Proxy<Record<string, number>>({}, { get: (_, name) => (used.add(String(name)), 2) })
  // React Aria also passes a formatter to each text
  const formatter = { plural: (_: number, forms: { other: () => string }) => forms.other(), number: String }
  ;(text as (variables: Record<string, number>, stringFormatter: typeof formatter) => string)(variables, formatter)
  return [...used].sort()
}

test.each(parts)('React Aria’s texts of %s are complete in Welsh, and use the same variables', async (part) => {
  const read = async (path: string) => ((await import(path)) as { default: AriaWords }).default
  const english = await read(join(library, part, 'en-US.mjs'))
  const welsh = await read(join(import.meta.dirname, `${part}.cy.ts`))
  expect(Object.keys(welsh).sort()).toEqual(Object.keys(english).sort())
  for (const [name, text] of Object.entries(english)) expect(variablesOf(welsh[name]), name).toEqual(variablesOf(text))
})
