import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that send other texts than named statements, each with its reason. */
const OWN_QUERIES: Readonly<Record<string, string>> = {
  'demo/load.ts': 'empties the database and begins transactions as its owner, of no client',
  'server/platform/tenancy.ts': 'begins and ends the transactions in which statements run',
  'server/platform/pooler.ts': 'looks at a connection, before any client is known',
  'server/platform/events/relay.ts': 'listens on a connection of its own',
  'server/platform/sql/statement.ts': 'runs the statements',
}

const FOLDERS = ['server', 'cli', 'demo']
/** A call of the driver with a text that is no named statement. */
const UNNAMED = /\.query[<(]|\b(?:queryInTenant|queryWithoutTenant)[<(]/

/** The source files that may declare or run statements. */
export function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/'))
    .sort()
}

/** Reports files that send a text that is no named statement, and entries of the list that are not needed any more. */
export function checkFence(paths: readonly string[]): string[] {
  const unnamed = paths.filter((path) => UNNAMED.test(readFileSync(path, 'utf8')))
  return [
    ...unnamed
      .filter((path) => !(path in OWN_QUERIES))
      .map((path) => `${path} sends a text that is no named statement (server/platform/sql/statement.ts)`),
    ...Object.keys(OWN_QUERIES)
      .filter((path) => !unnamed.includes(path))
      .map((path) => `${path} names its statements: take it off the list of scripts/statements/fence.ts`),
  ]
}
