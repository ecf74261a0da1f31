import { Agent, request, type ClientRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { StreamEvent } from '#contract/platform/events.ts'
import type { ChangesReply, Operation, PushReply } from '#contract/assessment/sync.ts'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { newOperation } from '#server/assessment/sync/new-operation.ts'
import { markOperation } from './marks.ts'
import type { SaturdayCoach } from './saturday-clubs.ts'

/** When a login or a stream that was refused is tried again. */
const AGAIN_MS = 5_000
const COACH_HOST = 'coach.aquila.localhost'
const PARENT_HOST = 'parent.aquila.localhost'

/** What is asked of the server on a Saturday. */
export type Ask = 'login' | 'load' | 'push' | 'pull' | 'look'

/** One call and its answer. */
interface Answer {
  ask: Ask
  /** 0 when the connection failed. */
  status: number
  retryAfter: boolean
  ms: number
  /** Of the body, as it was sent. */
  bytes: number
}

/** Calls the server as browsers do, and keeps how each call was answered. */
export class Network {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 2_000 })
  readonly #streams = new Set<ClientRequest>()
  answers: Answer[] = []

  constructor(port: number) {
    this.#port = port
  }

  /** The parsed body of a call that was answered with 200; null for every other answer. */
  async call<T>(
    ask: Ask,
    host: string,
    path: string,
    { token, body, localAddress }: { token?: string; body?: unknown; localAddress?: string } = {},
  ): Promise<T | null> {
    const began = performance.now()
    const { status, retryAfter, chunks } = await this.#send(host, path, { token, body, localAddress })
    const reply = Buffer.concat(chunks)
    this.answers.push({ ask, status, retryAfter, ms: performance.now() - began, bytes: reply.length })
    if (status !== 200 || reply.length === 0) return null
    const isPlain = reply[0] === '{'.charCodeAt(0) || reply[0] === '['.charCodeAt(0)
    // nobody here reads what a parent sees
    if (ask === 'look') return null
    return JSON.parse((isPlain ? reply : brotliDecompressSync(reply)).toString()) as T
  }

  async #send(
    host: string,
    path: string,
    { token, body, localAddress }: { token: string | undefined; body: unknown; localAddress: string | undefined },
  ): Promise<{ status: number; retryAfter: boolean; chunks: Buffer[] }> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((done) => {
      const chunks: Buffer[] = []
      const sent = request({
        host: '127.0.0.1',
        port: this.#port,
        path,
        method: payload === undefined ? 'GET' : 'POST',
        agent: this.#agent,
        ...(localAddress === undefined ? {} : { localAddress }),
        headers: {
          host,
          'accept-encoding': 'br',
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      })
      const failed = () => done({ status: 0, retryAfter: false, chunks: [] })
      sent.on('error', failed)
      sent.on('response', (reply) => {
        reply.on('error', failed)
        reply.on('data', (part: Buffer) => chunks.push(part))
        reply.on('end', () =>
          done({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] !== undefined, chunks }),
        )
      })
      sent.end(payload)
    })
  }

  /** Opens an event stream, if need be again as portals do; resolves with its first event. */
  async listen(host: string, token: string, onEvent: (event: StreamEvent) => void): Promise<void> {
    while (!(await this.#open(host, token, onEvent))) await pause(AGAIN_MS)
  }

  /** False when the stream was refused. */
  #open(host: string, token: string, onEvent: (event: StreamEvent) => void): Promise<boolean> {
    return new Promise((done) => {
      const stream = request({
        host: '127.0.0.1',
        port: this.#port,
        path: '/v1/events',
        agent: false,
        headers: { host, authorization: `Bearer ${token}` },
      })
      this.#streams.add(stream)
      stream.on('error', () => done(false))
      stream.on('response', (reply) => {
        reply.on('error', () => done(false))
        if (reply.statusCode !== 200) {
          reply.resume()
          return done(false)
        }
        reply.on('data', (part: Buffer) => {
          for (const line of part.toString().split('\n'))
            if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice('data: '.length)) as StreamEvent)
          done(true)
        })
      })
      stream.end()
    })
  }

  close(): void {
    for (const stream of this.#streams) stream.destroy()
    this.#agent.destroy()
  }
}

/** Runs `work` at most once at a time; when it is wanted meanwhile, once more afterwards, as portals sync and load. */
function coalesce(work: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  const run = async () => {
    running = true
    do {
      again = false
      await work()
    } while (again)
    running = false
  }
  return () => {
    if (running) again = true
    else void run()
  }
}

/** A coach with a tablet. */
export class CoachAtWork {
  readonly #network: Network
  readonly #coach: SaturdayCoach
  readonly #skills: readonly string[]
  readonly #address: string
  readonly #deviceId = crypto.randomUUID()
  #token = ''
  #cursor = ''
  #seq = 0
  #waiting: Operation[] = []

  constructor(network: Network, coach: SaturdayCoach, skills: readonly string[], number: number) {
    this.#network = network
    this.#coach = coach
    this.#skills = skills
    // an address of its own, because logins are counted by address
    this.#address = `127.2.${Math.floor(number / 250)}.${1 + (number % 250)}`
  }

  /** Logs in, loads the club and opens the stream. */
  async arrive(): Promise<void> {
    const logIn = () =>
      this.#network.call<LoginReply>('login', COACH_HOST, '/v1/auth/login', {
        body: { client_id: 'aquila', type: 'coach', email: this.#coach.email, password: DEMO_PASSWORD },
        localAddress: this.#address,
      })
    let login = await logIn()
    // a coach whom a busy server has refused tries again
    for (; !login; login = await logIn()) await pause(AGAIN_MS)
    this.#token = login.token
    await this.#pull('load')
    await this.#network.listen(COACH_HOST, this.#token, ({ type }) => void (type === 'club-changed' && this.sync()))
  }

  async #pull(ask: Ask): Promise<void> {
    for (let more = true; more;) {
      const path = `/v1/sync/changes?club_id=${this.#coach.club}&cursor=${encodeURIComponent(this.#cursor)}`
      const page = await this.#network.call<ChangesReply>(ask, COACH_HOST, path, { token: this.#token })
      if (!page) return
      this.#cursor = page.cursor
      more = page.more
    }
  }

  async #push(): Promise<void> {
    const operations = this.#waiting.slice(0, 50)
    if (operations.length === 0) return
    const reply = await this.#network.call<PushReply>('push', COACH_HOST, '/v1/sync/push', {
      token: this.#token,
      body: { deviceId: this.#deviceId, operations },
    })
    const refused = reply?.outcomes.find(({ outcome }) => outcome === 'rejected')
    if (refused) throw new Error(`a mark was rejected: ${refused.code}`)
    // what got no answer, or `retry`, waits for the next sync
    const settled = new Set(reply?.outcomes.filter(({ outcome }) => outcome !== 'retry').map(({ opId }) => opId))
    this.#waiting = this.#waiting.filter(({ opId }) => !settled.has(opId))
  }

  /** Sends what waits, then asks for what is new. */
  readonly sync = coalesce(async () => {
    await this.#push()
    await this.#pull('pull')
  })

  /** The number of marks and attendances that were entered. */
  get entered(): number {
    return this.#seq
  }

  /** Whether the server has yet to acknowledge something. */
  get waits(): boolean {
    return this.#waiting.length > 0
  }

  /** Says who of the class is there. */
  takeRegister(): void {
    const ms = Date.now()
    for (const { member, group, club } of this.#coach.children) {
      const date = localDate(ms, 'Europe/London')
      const payload = { memberUuid: member, groupId: group, date, value: 'present', timestamp: Math.floor(ms / 1_000) }
      const origin = { club, author: this.#coach.userId, deviceId: this.#deviceId, seq: ++this.#seq, ms }
      const lane = attendanceLane({ groupId: group, date, memberUuid: member })
      this.#waiting.push(newOperation(origin, { kind: 'attendance', lane, payload }))
    }
    this.sync()
  }

  /** Marks the next child. */
  mark(): void {
    const { children, userId } = this.#coach
    const child = children[this.#seq % children.length]
    const skill = this.#skills[Math.floor(this.#seq / children.length) % this.#skills.length]
    if (!child || !skill) throw new Error('the coach has no children or no skills')
    this.#waiting.push(markOperation(child, skill, userId, this.#deviceId, ++this.#seq))
    this.sync()
  }

  /** A pull that waits for no other one. */
  ask(): void {
    void this.#network.call('pull', COACH_HOST, '/v1/me', { token: this.#token })
  }
}

/** A parent with the portal open. */
export class ParentAtHome {
  readonly #network: Network
  readonly #token: string
  readonly #path: string

  constructor(network: Network, userId: string, token: string) {
    this.#network = network
    this.#token = token
    this.#path = `/v1/users/${userId}/members?page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1`
  }

  async arrive(): Promise<void> {
    await this.lookNow()
    await this.#network.listen(PARENT_HOST, this.#token, ({ type }) => void (type === 'member-changed' && this.look()))
  }

  /** A look that waits for no other one. */
  async lookNow(): Promise<void> {
    await this.#network.call('look', PARENT_HOST, this.#path, { token: this.#token })
  }

  /** Looks at the children. */
  readonly look = coalesce(() => this.lookNow())
}
