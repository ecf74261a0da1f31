import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createApi } from './api.ts'
import { backOffMs } from './back-off.ts'
import { readEvents } from './event-stream.ts'
import { wholeQuery } from '#web/desk/list/use-whole-list.ts'

type Answer = (request: {
  url: string
  id: string
  bearer: string | null
  body: unknown
}) => Response | Promise<Response>

/**
 * A reply in JSON with the request's id, as the API sends it. Without the id the client takes a reply for another
 * server's, such as the sign-in page of a hotel's network.
 */
function echoReply(id: string, status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': id, ...headers },
  })
}

/** An API client on a fake network that answers by `answer`, with a record of what it reports and requests. */
function setUp(
  answer: Answer,
  session: { token: string | null; refresh: string | null } = { token: 'old', refresh: 'r1' },
  isOfOtherClub = () => false,
) {
  /** What the client reported: how often it was online, offline and without session, and how long it waited. */
  const reported = { online: 0, offline: 0, invalid: 0, maintenance: [] as unknown[], waits: [] as number[] }
  const requestedUrls: string[] = []
  const fakeFetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    const url = String(input)
    requestedUrls.push(url)
    const bearer = headers.get('Authorization')?.replace('Bearer ', '') ?? null
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    return answer({ url, id: headers.get('X-Request-Id') ?? '', bearer, body })
  }
  const api = createApi({
    base: '/v1',
    tokens: {
      catchUp: () => undefined,
      access: () => session.token,
      refresh: () => session.refresh,
      store: (tokens) => {
        session.token = tokens.token
        session.refresh = tokens.refresh_token ?? session.refresh
      },
    },
    onInvalidToken: () => reported.invalid++,
    isOfOtherClub,
    onOnline: () => reported.online++,
    onOffline: () => reported.offline++,
    onMaintenance: (notice) => reported.maintenance.push(notice),
    fetch: fakeFetch,
    // no other tab held the lock before
    lock: (_name, work) => work(false),
    // half a second is added to each pause
    random: () => 0.5,
    wait: async (ms) => void reported.waits.push(ms),
  })
  return { api, reported, requestedUrls, session }
}

const expired = { status: 401, error: 'TOKEN_EXPIRED', detail: 'TOKEN_EXPIRED' }

describe('an expired token', () => {
  const answer: Answer = ({ url, id, bearer, body }) => {
    if (url === '/v1/auth/refresh') {
      expect(body).toEqual({ refresh_token: 'r1', rotate: true })
      return echoReply(id, 200, { token: 'new', refresh_token: 'r2' })
    }
    return bearer === 'new' ? echoReply(id, 200, { uuid: 'u' }) : echoReply(id, 401, expired)
  }

  it('is refreshed once and the call repeated once', async () => {
    const { api, requestedUrls, session } = setUp(answer)
    expect(await api.me()).toEqual({ uuid: 'u' })
    expect(requestedUrls.filter((url) => url === '/v1/auth/refresh')).toHaveLength(1)
    expect(session).toEqual({ token: 'new', refresh: 'r2' })
  })

  it('is refreshed once for two parallel calls', async () => {
    const { api, requestedUrls } = setUp(answer)
    await Promise.all([api.me(), api.schemes()])
    expect(requestedUrls.filter((url) => url === '/v1/auth/refresh')).toHaveLength(1)
  })

  it('is taken from another tab that refreshed meanwhile', async () => {
    const storedTokens = { token: 'old', refresh: 'r1' }
    const { api, requestedUrls } = setUp(({ url, id, bearer }) => {
      // the other tab stores its new token while the call with the old one is on its way
      if (bearer === 'old') storedTokens.token = 'new'
      return answer({ url, id, bearer, body: undefined })
    }, storedTokens)
    await api.me()
    expect(requestedUrls).not.toContain('/v1/auth/refresh')
  })

  it('does not loop when the fresh token is refused too', async () => {
    const { api, requestedUrls } = setUp(({ url, id }) =>
      url === '/v1/auth/refresh' ? echoReply(id, 200, { token: 'new' }) : echoReply(id, 401, expired),
    )
    await expect(api.me()).rejects.toBeInstanceOf(ApiError)
    expect(requestedUrls.filter((url) => url.startsWith('/v1/me'))).toHaveLength(2)
  })

  it('ends the session when the refresh is refused, and not when the server cannot be reached or is too busy', async () => {
    const refused = setUp(({ url, id }) =>
      echoReply(id, 401, url === '/v1/auth/refresh' ? { error: 'AUTH_INVALID_TOKEN' } : expired),
    )
    await expect(refused.api.me()).rejects.toMatchObject({ status: 401 })
    expect(refused.reported.invalid).toBe(1)
    const unreachable = setUp(({ url, id }) => {
      if (url === '/v1/auth/refresh') throw new TypeError('network')
      return echoReply(id, 401, expired)
    })
    await expect(unreachable.api.me()).rejects.toMatchObject({ status: 0, detail: 'ERROR_FETCH' })
    expect(unreachable.reported.invalid).toBe(0)
    // too many calls
    const busy = setUp(({ url, id }) =>
      url === '/v1/auth/refresh' ? echoReply(id, 429, { error: 'TOO_MANY_REQUESTS' }) : echoReply(id, 401, expired),
    )
    await expect(busy.api.me()).rejects.toMatchObject({ status: 429 })
    expect(busy.reported.invalid).toBe(0)
  })

  it('writes nothing when its refresh finds that another tab has changed the club', async () => {
    const session = { token: 'old', refresh: 'r1' }
    const { api, reported, requestedUrls } = setUp(answer, session, () => session.token === 'new')
    await expect(api.write('POST', '/members', {} as never)).rejects.toMatchObject({ error: 'CLUB_CHANGED' })
    expect([requestedUrls, reported.invalid]).toEqual([['/v1/members', '/v1/auth/refresh'], 0])
  })

  it('ends the session without a call when there is no live refresh token', async () => {
    const { api, reported, requestedUrls } = setUp(answer, { token: null, refresh: null })
    await expect(api.me()).rejects.toMatchObject({ error: 'AUTH_INVALID_TOKEN' })
    expect(reported.invalid).toBe(1)
    expect(requestedUrls).toEqual([])
  })
})

describe('the connection', () => {
  it('is online when the answer echoes the request id', async () => {
    const { api, reported } = setUp(({ id }) => echoReply(id, 200, { status: 'ok' }, { 'X-API-Version': '1.0.0' }))
    await api.status()
    // null reports that there is no maintenance
    expect(reported).toMatchObject({ online: 1, offline: 0, maintenance: [null] })
    expect(api.apiVersion()).toBe('1.0.0')
  })

  it.each([
    ['a sign-in page that answers 200', () => new Response('<html>', { status: 200 })],
    ['JSON without the echoed id', () => new Response('{}', { status: 200 })],
    ['a failed connection', () => Promise.reject(new TypeError('network'))],
  ])('is offline after %s', async (_name, answer) => {
    const { api, reported } = setUp(answer)
    await expect(api.status()).rejects.toMatchObject({ status: 0, detail: 'ERROR_FETCH' })
    expect(reported).toMatchObject({ online: 0, offline: 1 })
  })

  it('is offline when the answer echoes the id but is not JSON', async () => {
    const { api, reported } = setUp(
      ({ id }) => new Response('<html>', { status: 200, headers: { 'X-Request-Id': id } }),
    )
    await expect(api.status()).rejects.toMatchObject({ status: 0 })
    expect(reported.offline).toBe(1)
  })

  // 540 is the API's own status for maintenance
  it.each([502, 503, 504, 540])(
    'is offline for the gateway status %i, with or without an echoed id',
    async (status) => {
      for (const answer of [
        ({ id }) => echoReply(id, status, {}),
        () => new Response('busy', { status }),
      ] as Answer[]) {
        const { api, reported } = setUp(answer)
        await expect(api.status()).rejects.toMatchObject({ status })
        expect(reported).toMatchObject({ online: 0, offline: 1 })
      }
    },
  )

  // the last four stand next to a status that means offline
  it.each([400, 401, 404, 409, 429, 500, 501, 505, 539, 541])(
    'is online when the API refuses with %i',
    async (status) => {
      const { api, reported } = setUp(({ id }) => echoReply(id, status, {}))
      await expect(api.status()).rejects.toMatchObject({ status })
      expect(reported).toMatchObject({ online: 1, offline: 0 })
    },
  )

  it('is offline after a network failure, and the error is a Connection Error with ERROR_FETCH', async () => {
    const { api, reported } = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api.status()).rejects.toMatchObject({ error: 'Connection Error', detail: 'ERROR_FETCH' })
    expect(reported).toMatchObject({ online: 0, offline: 1 })
  })

  it('reports maintenance and its end', async () => {
    let status = 540
    const { api, reported } = setUp(({ id }) =>
      echoReply(id, status, { maintenance_mode: true, title: 'Back at 19:30' }),
    )
    await expect(api.status()).rejects.toMatchObject({ status: 540 })
    status = 200
    await api.status()
    expect(reported.maintenance).toEqual([{ title: 'Back at 19:30', description: null }, null])
    expect(reported.offline).toBe(1)
  })

  it.each([
    [540, {}],
    [540, { maintenance_mode: false }],
    [503, { maintenance_mode: true }],
    [200, { maintenance_mode: true }],
  ])('reports no maintenance for the status %i with %j', async (status, body) => {
    const { api, reported } = setUp(({ id }) => echoReply(id, status, body))
    await api.status().catch(() => undefined)
    // a success reports that there is none
    expect(reported.maintenance).toEqual(status === 200 ? [null] : [])
  })
})

describe('a gateway error', () => {
  it.each([502, 503, 504])('%i is tried again with a growing delay, then given up', async (status) => {
    const { api, reported, requestedUrls } = setUp(({ id }) => echoReply(id, status, {}))
    await expect(api.client('x')).rejects.toMatchObject({ status })
    expect(reported.waits).toEqual([2_000, 3_500, 6_500])
    expect(requestedUrls).toHaveLength(4)
    // with a token, too
    await expect(api.me()).rejects.toMatchObject({ status })
    expect(requestedUrls).toHaveLength(8)
  })

  it('of a refresh is tried again, and the session goes on', async () => {
    let failures = 2
    const { api, reported, requestedUrls } = setUp(({ url, id, bearer }) => {
      if (url === '/v1/auth/refresh')
        return failures-- > 0 ? echoReply(id, 503, {}) : echoReply(id, 200, { token: 'new', refresh_token: 'r2' })
      return bearer === 'new' ? echoReply(id, 200, { uuid: 'u' }) : echoReply(id, 401, expired)
    })
    expect(await api.me()).toEqual({ uuid: 'u' })
    expect(requestedUrls.filter((url) => url === '/v1/auth/refresh')).toHaveLength(3)
    expect([reported.waits, reported.invalid]).toEqual([[2_000, 3_500], 0])
  })

  it('is not tried again for the status call or for a write, and neither is maintenance', async () => {
    const { api, reported } = setUp(({ id }) => echoReply(id, 502, {}))
    await expect(api.status()).rejects.toMatchObject({ status: 502 })
    await expect(api.push({ deviceId: 'd', operations: [] })).rejects.toMatchObject({ status: 502 })
    const inMaintenance = setUp(({ id }) => echoReply(id, 540, { maintenance_mode: true }))
    await expect(inMaintenance.api.client('x')).rejects.toMatchObject({ status: 540 })
    expect([reported.waits, inMaintenance.reported.waits]).toEqual([[], []])
  })

  it('waits up to a second at random plus 1.5 s, which double each time', () => {
    expect([0, 1, 2].map((attempt) => backOffMs(attempt, 0))).toEqual([1_500, 3_000, 6_000])
    expect(backOffMs(0, 0.999)).toBeLessThan(2_500)
  })
})

describe('a refusal', () => {
  it('carries what the problem details say', async () => {
    const problem = {
      type: 'x',
      title: 'x',
      status: 400,
      error: 'ERROR_INVALID_EMAIL',
      detail: 'ERROR_INVALID_EMAIL',
      field: 'email',
    }
    const { api } = setUp(({ id }) => echoReply(id, 400, problem))
    await expect(api.login({ client_id: 'a', type: 'parent', password: 'x' })).rejects.toMatchObject({
      status: 400,
      error: 'ERROR_INVALID_EMAIL',
      field: 'email',
    })
  })

  it('of a login is an error, and does not end a session that is open', async () => {
    const problem = { status: 401, error: 'AUTH_INVALID_CREDENTIALS', detail: 'AUTH_INVALID_CREDENTIALS' }
    const { api, reported, session } = setUp(({ id }) => echoReply(id, 401, problem))
    const failed = await api.login({ client_id: 'a', type: 'parent', email: 'a@b.c', password: 'x' }).catch((e) => e)
    expect(failed).toBeInstanceOf(ApiError)
    expect(failed).toMatchObject(problem)
    expect([reported.invalid, session]).toEqual([0, { token: 'old', refresh: 'r1' }])
  })

  it.each([
    ['nothing', null],
    ['a list', []],
    ['other properties', { message: 'no' }],
    ['an empty code', { error: '', detail: '' }],
  ])('that says %s is an Unknown Error with UNKNOWN_ERROR', async (_name, body) => {
    const { api } = setUp(({ id }) => echoReply(id, 500, body))
    await expect(api.status()).rejects.toMatchObject({ status: 500, error: 'Unknown Error', detail: 'UNKNOWN_ERROR' })
  })

  it('whose body is not JSON is an Unknown Error too', async () => {
    const { api } = setUp(({ id }) => new Response('<html>', { status: 500, headers: { 'X-Request-Id': id } }))
    await expect(api.status()).rejects.toMatchObject({ error: 'Unknown Error', detail: 'UNKNOWN_ERROR' })
  })
})

describe('the tenant’s own texts', () => {
  const words = { shell: { menu: 'Way about' } }
  const textsFrom = async (response: Response) => {
    const { api, requestedUrls } = setUp(() => response)
    return { answer: await api.translations('/translations/aquila', 'cy'), requestedUrls }
  }

  it('are requested by language at the URL that the client names', async () => {
    expect(await textsFrom(Response.json(words))).toEqual({
      answer: words,
      requestedUrls: ['/translations/aquila/cy.json'],
    })
  })

  it('are empty where the tenant has no file', async () => {
    expect((await textsFrom(new Response('no', { status: 404 }))).answer).toEqual({})
  })
})

describe('the event stream', () => {
  it('is parsed by complete lines, and the rest is kept', () => {
    const { events, rest } = readEvents(': \n\ndata: {"type":"hello","serverTime":1}\n\ndata: {"type":"mem')
    expect(events).toEqual([{ type: 'hello', serverTime: 1 }])
    expect(rest).toBe('data: {"type":"mem')
  })

  it('is opened again after a break, until it is ended', async () => {
    const stop = new AbortController()
    const onEvent = vi.fn()
    let attempts = 0
    const { api, reported } = setUp(({ id }) => {
      attempts++
      if (attempts === 2) throw new TypeError('network')
      if (attempts === 3) stop.abort()
      return new Response(`data: {"type":"hello","serverTime":${attempts}}\n\n`, {
        headers: { 'Content-Type': 'text/event-stream', 'X-Request-Id': id },
      })
    })
    await api.events(onEvent, stop.signal)
    expect(onEvent).toHaveBeenCalledWith({ type: 'hello', serverTime: 1 })
    expect(reported.waits.length).toBeGreaterThanOrEqual(2)
    expect(attempts).toBe(3)
    // the first and the third attempt reached the API
    expect(reported.online).toBe(2)
  })

  it('is opened again after the pause that a server asks for when it stops', async () => {
    const stop = new AbortController()
    const { api, reported } = setUp(({ id }) => {
      if (reported.waits.length > 0) stop.abort()
      return new Response('data: {"type":"hello","serverTime":1}\n\nretry: 4321\n\n', {
        headers: { 'Content-Type': 'text/event-stream', 'X-Request-Id': id },
      })
    })
    await api.events(vi.fn(), stop.signal)
    expect(reported.waits[0]).toBe(4_321)
  })

  it('does not report the connection as online when a sign-in page answers in its place', async () => {
    const stop = new AbortController()
    const { api, reported } = setUp(() => {
      stop.abort()
      return new Response('data: {"type":"hello","serverTime":1}\n\n', {
        headers: { 'Content-Type': 'text/event-stream' },
      })
    })
    await api.events(vi.fn(), stop.signal)
    expect(reported.online).toBe(0)
  })
})

it('asks for children, documents and other whole lists with per_page 999 [9.11]', async () => {
  const { api, requestedUrls } = setUp(({ id }) => echoReply(id, 200, [], { 'X-Total-Count': '0' }))
  await api.userMembers('parent-1')
  await api.list('/files', { ...wholeQuery({ sort: 'adescription' as const, search: '' }), with_logs: '1' })
  const queries = requestedUrls.map((url) => new URL(url, 'https://club.example'))
  expect(
    queries.map(({ pathname, searchParams }) => [pathname, searchParams.get('page'), searchParams.get('per_page')]),
  ).toEqual([
    ['/v1/users/parent-1/members', '0', '999'],
    ['/v1/files', '0', '999'],
  ])
})
