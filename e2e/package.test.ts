import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailServer } from '#server/testing/mail-server.ts'

const run = promisify(execFile)
/** Nobody, where the tests run as root; otherwise the user of the tests. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
let folder = ''
let program = ''
let data = ''
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await MailServer.open()
  folder = await mkdtemp(join(tmpdir(), 'rungs-package-'))
  program = join(folder, 'program')
  data = join(folder, 'data')
  await run('node', ['scripts/package.ts', program])
  await mkdir(data)
  if (account.uid !== undefined) await run('chown', [`${account.uid}:${account.gid}`, data])
  // nobody may write there, nor anywhere but in the data folder and the one for temporary files
  await run('chmod', ['-R', 'a-w,a+rX', program])
  await chmod(folder, 0o555)
})
afterAll(async () => {
  await mailServer.close()
  await run('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true, force: true })
})

/** The environment of a server that has nothing but its own folder and Node. */
const env = () => ({
  PATH: process.env['PATH'],
  DATA_DIR: data,
  PORT: '0',
  DEMO: '0',
  LOG_LEVEL: 'error',
  SMTP_URL: mailServer.url,
})
const rungs = (...args: string[]) =>
  run('node', [join(program, 'cli/rungs.ts'), ...args], { cwd: '/', env: env(), ...account })

/** Starts the packaged server, runs `work` with its port, stops it and returns how it ended. */
async function withServer(work: (port: number) => Promise<void>): Promise<unknown> {
  const server = spawn('node', [join(program, 'cli/rungs.ts'), 'serve'], { cwd: '/', env: env(), ...account })
  const exit = once(server, 'exit')
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  try {
    await expect.poll(() => output).toMatch(/listens on port \d+/)
    await work(Number(/port (\d+)/.exec(output)?.[1]))
  } finally {
    server.kill('SIGTERM')
    await exit
  }
  return exit
}

test('the package runs as another user who may write nothing but data, serves the portals, and stops by a signal', async () => {
  const exit = await withServer(async (port) => {
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toEqual({ status: 'ready' })
    await rungs('client', 'create', 'harbour', 'Harbour Swimming', '--domain', 'harbour.localhost')
    expect((await rungs('host', 'list', 'harbour')).stdout).toContain('coach.harbour.localhost')
  })
  expect(exit).toEqual([0, null])
})

/** Calls the API of the client's scheme portal, whose host name Node does not resolve. */
async function call(
  port: number,
  method: string,
  path: string,
  body: object | null,
  authorization = '',
  revision = '',
): Promise<unknown> {
  const headers = {
    host: 'scheme.harbour.localhost',
    authorization,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(revision === '' ? {} : { 'if-match': `"${revision}"` }),
  }
  const sent = request({ port, host: '127.0.0.1', method, path: `/v1/${path}`, headers })
  const answered = once(sent, 'response')
  sent.end(body === null ? undefined : JSON.stringify(body))
  const [reply] = (await answered) as [AsyncIterable<Buffer>]
  let text = ''
  for await (const chunk of reply) text += chunk.toString()
  return JSON.parse(text)
}

test('the package holds the logo of mails and the texts of wordings', async () => {
  await withServer(async (port) => {
    await rungs('invite', 'harbour', 'ngo', 'mair@harbour.example', 'Mair', 'Price')
    await expect.poll(() => mailServer.arrived.length).toBe(1)
    // a long line of a mail is broken by an equals sign
    const [mail] = mailServer.arrived.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    expect(mail).toContain('image/png')
    const token = /set-password#token=([\w-]+)/.exec(mail ?? '')?.[1]
    const login = await call(port, 'POST', 'auth/set-password', { token, password: 'Brand-new-horse-10' })
    const bearer = `Bearer ${(login as { token: string }).token}`
    const settings = (await call(port, 'GET', 'client-settings', null, bearer)) as { revision: string }
    await call(port, 'PATCH', 'client-settings', { wording: 'club' }, bearer, settings.revision)
    expect(await call(port, 'GET', 'client-languages/1/words', null, bearer)).toMatchObject({
      wording: { 'coach.groups.members': 'Pupils' },
    })
  })
})

test('a server whose port for metrics is taken says so and ends', async () => {
  const taken = new URL(mailServer.url).port
  const start = run('node', [join(program, 'cli/rungs.ts'), 'serve'], {
    cwd: '/',
    env: { ...env(), METRICS_PORT: taken },
    ...account,
  })
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: `rungs: port ${taken} is taken by another program; METRICS_PORT chooses another\n`,
  })
})

test('the package holds what runs and no tests, and lists each of its packages with a licence', async () => {
  const files = (
    await run('find', [program, '-path', `${program}/node_modules`, '-prune', '-o', '-type', 'f', '-print'])
  ).stdout
  expect(files).toContain('/dist/web/coach.html')
  // the icon on printed pages
  expect(files).toContain('/web/ui/icons/rungs-192.png')
  expect(files).not.toMatch(/\.test\.ts|\/testing\/|\.tsx/)
  // such as those of the embedded database's libraries
  const links = (await run('find', [program, '-type', 'l', '-printf', '%l\n'])).stdout.split('\n')
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((target) => target.startsWith('/'))).toEqual([])
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
