import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allUsages } from './usage.ts'

test('README.md names every form of every command', () => {
  const readme = readFileSync('README.md', 'utf8')
  // an empty list would pass the comparison below
  expect(allUsages().length).toBeGreaterThan(8)
  expect(allUsages().filter((usage) => !readme.includes(`\`${usage.replace('rungs ', '')}\``))).toEqual([])
})

test('every option that a command reads is in its usage', () => {
  const sources = readdirSync('cli', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const options = sources.flatMap((file) =>
    [...readFileSync(`cli/${file}`, 'utf8').matchAll(/([\w-]+)'?: \{ type: '(?:string|boolean)'/g)].map(
      ([, option]) => option ?? '',
    ),
  )
  // a pattern that no longer fits the sources would find nothing
  expect(options.length).toBeGreaterThan(8)
  expect(options.filter((option) => !allUsages().some((usage) => usage.match(`--${option}[ \\]]`)))).toEqual([])
})
