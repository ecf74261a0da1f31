#!/usr/bin/env node
// `node bench/run.ts [NAME]… [--json]` runs the named benches, or all of them, and prints for each row our figure, the
// limit, and the ratio of both.
import { readdirSync } from 'node:fs'
import { print, ratio, type Row } from './table.ts'

const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const all = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const results: Record<string, (Row & { ratio: number | null })[]> = {}
for (const name of named.length > 0 ? named : all) {
  const { bench } = (await import(`./${name}.bench.ts`)) as { bench: () => Promise<Row[]> }
  const rows = await bench()
  results[name] = rows.map((row) => ({ ...row, ratio: ratio(row) }))
  if (!process.argv.includes('--json')) print(name, rows)
}
if (process.argv.includes('--json')) console.log(JSON.stringify(results, null, 2))
