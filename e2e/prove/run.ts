#!/usr/bin/env node
// `npm run prove NAME [--rounds N] [--seed S]` runs a proof; without a name it lists all proofs.
import { parseArgs } from 'node:util'
import { proofs } from './proofs.ts'
import { formatReport } from './report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
})
const [name] = positionals
const proof = proofs.find((candidate) => candidate.name === name)
if (proof) {
  const rounds = Number(values.rounds ?? proof.rounds)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
    console.error('prove: --rounds and --seed are whole numbers, rounds at least 1')
    process.exit(2)
  }
  console.log(`${proof.name}: ${rounds} rounds, seed ${seed} …`)
  const result = await proof.prove({ rounds, seed })
  console.log(formatReport(result))
  process.exit(result.faults.length === 0 ? 0 : 1)
} else {
  if (name !== undefined) console.error(`prove: unknown proof "${name}"`)
  console.log('npm run prove NAME [--rounds N] [--seed S]\n')
  for (const { name: known, rounds, description } of proofs)
    console.log(`  ${known.padEnd(14)} ${description} (${rounds} rounds)`)
  process.exit(name === undefined ? 0 : 2)
}
