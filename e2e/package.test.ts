import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
/** Nobody, where the tests run as root; otherwise the user of the tests. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
let folder = ''
let program = ''
let data = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rungs-package-'))
  program = join(folder, 'program')
  data = join(folder, 'data')
  await run('node', ['scripts/package.ts', program])
  await mkdir(data)
  if (account.uid !== undefined) await run('chown', [`${account.uid}:${account.gid}`, data])
  // nobody may write there, nor anywhere but in the data folder and the one for temporary files
  await run('chmod', ['-R', 'a-w,a+rX', program])
  await chmod(folder, 0o555)
}, 120_000)
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true, force: true })
})

/** The environment of a server that has nothing but its own folder and Node. */
const env = () => ({ PATH: process.env['PATH'], DATA_DIR: data, PORT: '0', DEMO: '0', LOG_LEVEL: 'error' })

test('the package runs as another user who may write nothing but data, serves the portals, and stops by a signal', async () => {
  const server = spawn('node', [join(program, 'cli/rungs.ts'), 'serve'], { cwd: '/', env: env(), ...account })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/listens on port \d+/)
    const address = `http://127.0.0.1:${/port (\d+)/.exec(output)?.[1]}`
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ready' })

    const rungs = (...args: string[]) =>
      run('node', [join(program, 'cli/rungs.ts'), ...args], { cwd: '/', env: env(), ...account })
    await rungs('client', 'create', 'harbour', 'Harbour Swimming', '--domain', 'harbour.localhost')
    expect((await rungs('host', 'list', 'harbour')).stdout).toContain('coach.harbour.localhost')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
  }
})

test('the package holds what runs and no tests, and lists each of its packages with a licence', async () => {
  const files = (
    await run('find', [program, '-path', `${program}/node_modules`, '-prune', '-o', '-type', 'f', '-print'])
  ).stdout
  expect(files).toContain('/dist/web/coach.html')
  expect(files).not.toMatch(/\.test\.ts|\/testing\/|\/web\/portals/)
  const bill = JSON.parse(await readFile(join(program, 'sbom.json'), 'utf8')) as {
    components: { name: string; licenses?: unknown[] }[]
  }
  const names = bill.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp']))
  for (const name of ['vitest', 'react', 'typescript']) expect(names).not.toContain(name)
  const notices = await readFile(join(program, 'THIRD-PARTY-NOTICES'), 'utf8')
  expect(notices).toMatch(/^react \d/m)
  expect(notices).toMatch(/^fastify \d/m)
})
