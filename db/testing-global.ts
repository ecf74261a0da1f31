import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { grantLogin } from './roles.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string
    appUrl: string
  }
}

export const TEMPLATE = 'rungs_template'

/**
 * Starts one database server for the whole test run, with a migrated template database. It is the embedded PostgreSQL,
 * the one whose programs are in `TEST_POSTGRES_BIN`, or the running one of `TEST_DATABASE_URL`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runningUrl = process.env['TEST_DATABASE_URL']
  const bin = process.env['TEST_POSTGRES_BIN']
  const dir = runningUrl ? null : await mkdtemp(join(tmpdir(), 'rungs-test-'))
  const server = dir ? await startEmbedded({ dataDir: dir, ...(bin ? { bin } : {}) }) : null
  const ownerUrl = runningUrl ?? server?.url ?? ''
  const template = new URL(ownerUrl)
  template.pathname = `/${TEMPLATE}`
  await query(ownerUrl, `DROP DATABASE IF EXISTS ${TEMPLATE}`)
  await query(ownerUrl, `CREATE DATABASE ${TEMPLATE}`)
  await migrate(template.href)
  project.provide('ownerUrl', ownerUrl)
  project.provide('appUrl', await grantLogin(template.href))
  return async () => {
    await server?.stop()
    if (dir) await rm(dir, { recursive: true, force: true })
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
