import type { TestDatabase } from '#db/testing.ts'
import { run } from '../../cli/run.ts'
import { SECRET } from './world.ts'

/** What a run of `rungs` ends with and writes. */
interface Ran {
  code: 0 | 1 | 2
  out: string
  error: string
}

/**
 * Returns `rungs` as an operator of a test's database calls it, whose portals are reached by https. `more` are further
 * environment variables.
 */
export function rungsOn(
  database: Pick<TestDatabase, 'ownerUrl' | 'appUrl'>,
  more: Record<string, string> = {},
): (...argv: string[]) => Promise<Ran> {
  const vars = {
    PUBLIC_SCHEME: 'https',
    PUBLIC_PORT: '443',
    SECRET: Buffer.from(SECRET).toString(),
    PG_BIN: process.env['TEST_POSTGRES_BIN'],
    ...more,
  }
  return async (...argv) => {
    const written = { out: [] as string[], error: [] as string[] }
    const code = await run(
      argv,
      vars,
      { out: (text) => written.out.push(text), error: (line) => written.error.push(line) },
      // The role's login was granted when the server of the test run started. Granting it again would meet other files.
      (_env, work) => work({ ownerUrl: () => database.ownerUrl, appUrl: async () => database.appUrl }),
    )
    return { code, out: written.out.join('\n'), error: written.error.join('\n') }
  }
}

/** A run that did its work and printed this. */
export const done = (out: string): Ran => ({ code: 0, out, error: '' })
/** A run that was refused with this message. */
export const refused = (message: string): Ran => ({ code: 1, out: '', error: `rungs: ${message}` })
