import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { allUsages, usagesOf } from './usage.ts'

/** Runs `rungs` without a database; returns its exit code and what it writes. */
async function runWithout(...argv: string[]) {
  const written = { out: [] as string[], error: [] as string[] }
  const code = await run(
    argv,
    // nobody listens there
    { DATABASE_URL: 'postgres://owner@127.0.0.1:1/rungs' },
    { out: (text) => written.out.push(text), error: (line) => written.error.push(line) },
  )
  return { code, ...written }
}

describe('rungs', () => {
  test('help, and --help without a command, print every form of every command', async () => {
    const all = { code: 0, out: [allUsages().join('\n')], error: [] }
    expect(await runWithout('help')).toEqual(all)
    expect(await runWithout('--help')).toEqual(all)
  })

  test('--help after a command prints the forms of that one, whatever else is asked', async () => {
    const forms = { code: 0, out: [usagesOf('maintenance').join('\n')], error: [] }
    expect(await runWithout('maintenance', '--help')).toEqual(forms)
    expect(await runWithout('maintenance', 'on', 'all', '--help')).toEqual(forms)
    expect(await runWithout('serve', '--help')).toEqual({ code: 0, out: ['rungs serve'], error: [] })
  })

  test('an unknown command and arguments of a command without any are wrong usage, with code 2', async () => {
    const unknown = 'rungs: unknown command "tidy"; rungs help shows all'
    expect(await runWithout('tidy')).toEqual({ code: 2, out: [], error: [unknown] })
    expect(await runWithout('serve', 'now')).toEqual({ code: 2, out: [], error: ['rungs: use: rungs serve'] })
  })

  test('a database that cannot be reached is a failure, in one line and with code 1', async () => {
    const { code, out, error } = await runWithout('invite', 'one', 'ngo', 'a@one.example', 'Ann', 'Lee')
    expect({ code, out }).toEqual({ code: 1, out: [] })
    expect(error).toEqual(['rungs: connect ECONNREFUSED 127.0.0.1:1'])
  })

  test('the process ends with that code and writes errors to stderr only', async () => {
    const ended = promisify(execFile)(process.execPath, ['cli/rungs.ts', 'tidy'])
    await expect(ended).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'rungs: unknown command "tidy"; rungs help shows all\n',
    })
  })
})
