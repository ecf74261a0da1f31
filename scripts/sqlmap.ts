#!/usr/bin/env node
// `node scripts/sqlmap.ts [PART OF A PATH]…` starts a new demo on loopback and runs sqlmap on every operation of its
// API, with valid tokens and with every value of address and body marked as a target. It needs Debian's package sqlmap
// and prints a summary at the end; docs/security.md has the result.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { call, startBenchServer } from '../bench/bench-server.ts'
import type { Portal } from '#contract/platform/fields.ts'
import { validRequest, type TestRequest } from '#server/platform/conformance/requests.ts'
import type { KnownIds } from '#server/platform/conformance/values.ts'
import { operationsOf, type OpenApi, type Operation } from '#server/platform/docs/open-api.ts'

/** The type of the user who logs in at each portal. */
const USER_TYPES = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const
/** The part of that user's e-mail address before the @. */
const EMAIL_NAMES = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'scheme' } as const
/** How many random valid requests are tried for each operation; sqlmap gets the one that gets furthest. */
const SAMPLES = 30
/** The number of runs of sqlmap at the same time. */
const PARALLEL_RUNS = 2
/** A run of sqlmap is stopped after this time. */
const MAX_RUN_MS = 10 * 60_000
/** A token is used for this time, which is shorter than its life. */
const TOKEN_MS = 8 * 60_000

/** Parts of method and path; only operations that contain one are attacked. */
const onlyParts = process.argv.slice(2)
const benchServer = await startBenchServer()
const folder = await mkdtemp(join(tmpdir(), 'rungs-sqlmap-'))
const host = (portal: Portal) => `${portal}.aquila.localhost`
const tokens = new Map<Portal, { token: string; untilMs: number }>()
const proxies = new Map<Portal, { server: Server; port: number }>()

/** A valid token of the demo user of a portal. */
async function tokenOf(portal: Portal): Promise<string> {
  const cached = tokens.get(portal)
  if (cached && cached.untilMs > Date.now()) return cached.token
  const body = {
    client_id: 'aquila',
    type: USER_TYPES[portal],
    email: `${EMAIL_NAMES[portal]}@aquila.example`,
    password: 'Rungs-demo-1!',
  }
  const { status, text } = await call(benchServer.port, host(portal), '/v1/auth/login', { body })
  if (status !== 200) throw new Error(`login at ${portal}: ${status} ${text}`)
  const { token } = JSON.parse(text) as { token: string }
  tokens.set(portal, { token, untilMs: Date.now() + TOKEN_MS })
  return token
}

const readText = async (portal: Portal, path: string) =>
  (await call(benchServer.port, host(portal), path, { token: await tokenOf(portal) })).text

/** Ids from the demo's lists, so that requests find existing rows. */
async function findIds(): Promise<KnownIds> {
  const lists = await Promise.all(
    (
      [
        ['club', '/v1/members?per_page=10'],
        ['club', '/v1/groups?per_page=10'],
        ['club', '/v1/users?per_page=10'],
        ['scheme', '/v1/clubs'],
        ['scheme', '/v1/files?type=ngo'],
        ['scheme', '/v1/notifications'],
      ] as const
    ).map(([portal, path]) => readText(portal, path)),
  )
  const uuids = lists.flatMap((text) => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])
  return { uuids: [...new Set(uuids)], slugs: ['swim'], nodes: ['/stage-1', '/stage-4'] }
}

/** Sends a request to a portal, without adding anything but the host. */
function send(portal: Portal, { method, url, headers, payload }: TestRequest): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const options = { host: '127.0.0.1', port: benchServer.port, path: url, method: String(method) }
    const sent = request({ ...options, headers: { ...headers, host: host(portal) } }, done)
    sent.on('error', fail)
    sent.end(payload)
  })
}

/** Sends a request to a portal with a valid token and, for PATCH and PUT, with the present revision as `If-Match`. */
async function forward(portal: Portal, sent: TestRequest): Promise<IncomingMessage> {
  const authorization = `Bearer ${await tokenOf(portal)}`
  const headers: Record<string, string> = { ...sent.headers, authorization }
  if (sent.method === 'PATCH' || sent.method === 'PUT') {
    const present = await send(portal, {
      method: 'GET',
      url: sent.url,
      headers: { authorization },
      payload: undefined,
    })
    // only the header is needed
    present.resume()
    if (present.headers.etag !== undefined) headers['if-match'] = present.headers.etag
  }
  return send(portal, { ...sent, headers })
}

/** Starts a proxy to a portal, because sqlmap cannot set the host name and does not renew tokens. */
async function startProxy(portal: Portal): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, reply) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const { method = 'GET', url = '/' } = incoming
      const type = incoming.headers['content-type']
      const headers = type === undefined ? {} : { 'content-type': type }
      const payload = parts.length > 0 ? Buffer.concat(parts).toString() : undefined
      forward(portal, { method: method as 'GET', url, headers, payload }).then(
        (answer) => {
          reply.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] ?? 'text/plain' })
          answer.pipe(reply)
        },
        () => reply.destroy(),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, port: (server.address() as AddressInfo).port }
}

/** Sends a request and returns the status of the reply. */
async function statusOf(sent: TestRequest, portal: Portal): Promise<number> {
  const reply = await forward(portal, sent)
  reply.resume()
  return reply.statusCode ?? 0
}

/** How far into the server a request got: 3 for 2xx, 2 for 404, 409 and the like, 1 for 400, 0 for 401 and 403. */
function depth(status: number): number {
  if (status < 300) return 3
  if (status === 401 || status === 403) return 0
  return status === 400 ? 1 : 2
}

/** The request and the portal with which an operation gets furthest. Of requests that get equally far, the longest. */
async function bestRequest(
  operation: Operation,
  ids: KnownIds,
): Promise<{ sent: TestRequest; portal: Portal; status: number }> {
  const withoutOtherHeaders = (sent: TestRequest): TestRequest => ({
    ...sent,
    headers: sent.payload === undefined ? {} : { 'content-type': 'application/json' },
  })
  const requests = fc.sample(validRequest(operation, ids), { seed: 1, numRuns: SAMPLES }).map(withoutOtherHeaders)
  let best: { sent: TestRequest; portal: Portal; status: number } | null = null
  for (const portal of Object.keys(USER_TYPES) as Portal[])
    for (const sent of requests) {
      const status = await statusOf(sent, portal)
      const length = (request: TestRequest) => request.url.length + (request.payload?.length ?? 0)
      const isBetter =
        !best ||
        depth(status) > depth(best.status) ||
        (depth(status) === depth(best.status) && length(sent) > length(best.sent))
      if (isBetter) best = { sent, portal, status }
    }
  if (!best) throw new Error(`no request for ${operation.path}`)
  return best
}

/** The text of a request in the form that sqlmap reads, with a mark (`*`) after every value. */
function requestFile({ method, url, headers, payload }: TestRequest, portal: Portal): string {
  // a value in the path stands after `/v1/` and the name of the resource, and looks like one of `findIds`
  const [path = '', query] = url.split('?')
  const parts = path
    .split('/')
    .map((part, index) => (index > 2 && /[0-9a-f]{8}-|swim|stage/.test(part) ? `${part}*` : part))
  const marked = query === undefined ? '' : `?${query.split('&').join('*&')}*`
  // in the body, the strings that are values, not names of fields, are marked first, and then the numbers
  const body = payload
    ?.replaceAll('*', '')
    .replaceAll(/"((?:[^"\\]|\\.)*)"(?=\s*[,}\]])/g, '"$1*"')
    .replaceAll(/(?<=[:[,])(-?\d+(?:\.\d+)?)(?=[,}\]])/g, '$1*')
  return [
    `${method} ${parts.join('/')}${marked} HTTP/1.1`,
    `Host: 127.0.0.1:${proxies.get(portal)?.port ?? 0}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body ?? '',
  ].join('\r\n')
}

/** Runs sqlmap and returns its output, with a last line `stopped` when it took longer than `MAX_RUN_MS`. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile('sqlmap', args, { timeout: MAX_RUN_MS, maxBuffer: 64e6 }, (error, stdout) => {
      if (error?.code === 'ENOENT') fail(error)
      else done(error?.killed === true ? `${stdout}\nstopped` : stdout)
    })
  })
}

/** Runs sqlmap on one operation. `line` sums up the result; `marks` is how many values were marked as targets. */
async function attack(
  operation: Operation,
  ids: KnownIds,
): Promise<{ line: string; isInjectable: boolean; marks: number }> {
  const { sent, portal, status } = await bestRequest(operation, ids)
  const text = requestFile(sent, portal)
  const marks = text.split('*').length - 1
  const name = `${operation.method} ${operation.path}`
  if (marks === 0) return { line: `${name}: takes no value`, isInjectable: false, marks }
  const file = join(folder, `${name.replaceAll(/[^\w]+/g, '-')}.txt`)
  await writeFile(file, text)
  const attackArgs = ['-r', file, '--batch', '--flush-session', '--dbms=postgresql', '--level=2', '--risk=2']
  const runArgs = [
    '--ignore-code=*',
    '--ignore-stdin',
    '--skip-waf',
    '--disable-coloring',
    '--technique=BEUSQ',
    `--output-dir=${folder}/out`,
  ]
  const stdout = await run([...attackArgs, ...runArgs])
  const isInjectable = /^Parameter: /m.test(stdout)
  // sqlmap prints this sentence for each value that it has cleared
  const clearedCount = (stdout.match(/does not seem to be injectable/g) ?? []).length
  const end = stdout.includes('\nstopped') ? ', stopped' : ''
  return {
    line: `${name}: ${status} at ${portal}, ${clearedCount} of ${marks} values judged${end}`,
    isInjectable,
    marks,
  }
}

try {
  for (const portal of Object.keys(USER_TYPES) as Portal[]) proxies.set(portal, await startProxy(portal))
  const ids = await findIds()
  const document = JSON.parse(await readText('club', '/v1/openapi.json')) as OpenApi
  // an event stream never ends, and a logout would end the session that all requests use
  const operations = operationsOf(document).filter(
    ({ method, path }) =>
      !['/v1/events', '/v1/auth/logout'].includes(path) &&
      (onlyParts.length === 0 || onlyParts.some((part) => `${method} ${path}`.includes(part))),
  )
  // operations that delete, or end accounts and sessions, come last, because later ones would fail
  const order = ({ method, path }: Operation) => Number(method === 'DELETE') * 2 + Number(/auth|password/.test(path))
  const queue = operations.toSorted((a, b) => order(a) - order(b))
  let valueCount = 0
  let injectableCount = 0
  const work = async () => {
    for (let operation = queue.shift(); operation; operation = queue.shift()) {
      const { line, isInjectable, marks } = await attack(operation, ids)
      valueCount += marks
      if (isInjectable) injectableCount++
      console.log(`${isInjectable ? '✗' : '✓'} ${line}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_RUNS }, work))
  console.log(`${operations.length} operations, ${valueCount} values, ${injectableCount} found`)
  process.exitCode = injectableCount === 0 ? 0 : 1
} finally {
  for (const { server } of proxies.values()) server.close()
  await benchServer.close()
  await rm(folder, { recursive: true, force: true })
}
