import type { OwnPasswordBody } from '#contract/identity/account.ts'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type {
  AskResetBody,
  CheckTokenBody,
  FactorBody,
  LoginBody,
  SetPasswordBody,
  SwitchUserBody,
} from '#contract/identity/auth.ts'
import type { BuiltVersion } from '#contract/tenants/client.ts'
import type { SubmitWorkBody } from '#contract/assessment/submitted-work.ts'
import type { UserType } from '#contract/platform/fields.ts'
import type { StreamEvent } from '#contract/platform/events.ts'
import type { DirectUrl } from '#contract/platform/files.ts'
import type { PageViewBody } from '#contract/tenants/page-views.ts'
import type { LinkBody } from '#contract/members/guardians.ts'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import type { PushBody } from '#contract/assessment/sync.ts'
import type { UnsubscribesBody } from '#contract/notices/unsubscribes.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { ApiError, connectionError, errorFrom } from './api-error.ts'
import type { BodyOf, PathTo, QueryOf, ReplyOf, RowOf } from './route-types.ts'
import { createCalls, withQuery, type ApiOptions, type Calls } from './calls.ts'
import { backOffMs } from './back-off.ts'
import { followStream } from './event-stream.ts'
import { headersOf } from './request.ts'
import { sendFile } from './upload.ts'

/** Longest pause before the event stream is opened again, in ms. */
const MAX_STREAM_WAIT_MS = 60_000

/** One page of a list. */
interface Page<Row> {
  rows: Row[]
  total: number
}

/** An uploaded file. */
type Uploaded = ReplyOf<'POST', `/uploads/${string}`>

type Api = ReturnType<typeof createApi>
export type { Api }

/**
 * The client of the contract. Every method throws ApiError. Answers are not validated here, because the server
 * validates them by the same schemas.
 */
export function createApi(options: ApiOptions) {
  const calls = createCalls(options)
  return {
    ...pathCalls(calls),
    ...loginCalls(calls),
    ...accountCalls(calls),
    ...fileCalls(calls),
    ...schemeCalls(calls),
    ...syncCalls(calls),
  }
}

/** Calls of any path, for resources that only one page uses. */
function pathCalls({ apiVersion, replyAsUser, asUser, get, write, base }: Calls) {
  return {
    /** The `X-API-Version` last seen, null before the first answer. */
    apiVersion,
    get,
    write,
    /** One page of a list, and the number of rows in the whole list. */
    async list<Path extends string>(
      path: PathTo<'GET', Path>,
      query: QueryOf<'GET', Path>,
      signal?: AbortSignal,
    ): Promise<Page<RowOf<Path>>> {
      const { body, headers } = await replyAsUser({
        method: 'GET',
        url: base + withQuery(path, query),
        retry: true,
        signal,
      })
      return { rows: body as RowOf<Path>[], total: Number(headers.get('X-Total-Count')) }
    },
    /** A POST that writes nothing; its body is too large for a query. */
    postQuery: <Path extends string>(path: PathTo<'POST', Path>, body: BodyOf<'POST', Path>, signal?: AbortSignal) =>
      asUser('POST', path, { body, retry: false, signal }),
  }
}

/** Calls before login, and for logging in. */
function loginCalls({ get, write, asNobody, postPublic, deps }: Calls) {
  return {
    client: (hostname: string) => asNobody('GET', '/client', { query: { hostname }, retry: true }),
    status: () => asNobody('GET', '/status', { retry: false }),
    /** The version served now, from the web origin [7.18]. */
    async version(): Promise<BuiltVersion> {
      const id = crypto.randomUUID()
      const response = await deps.fetch('/version', { cache: 'no-store', headers: { 'X-Request-Id': id } })
      // without the id somebody else answered, such as a hotel's sign-in page
      if (response.headers.get('X-Request-Id') !== id) throw connectionError()
      if (!response.ok) throw errorFrom(response.status)
      return (await response.json()) as BuiltVersion
    },
    /** The tenant's own texts, which replace the bundled ones; an empty object when it has none [7.41]. */
    async translations(url: string, locale: string): Promise<unknown> {
      const response = await deps.fetch(`${url}/${locale}.json`)
      return response.ok ? await response.json() : {}
    },
    login: (body: LoginBody) => postPublic('/auth/login', body),
    /** The URL of the login page of the client's provider [7.12]. */
    authUrl: (client_id: string, type: UserType) =>
      asNobody('GET', '/auth/auth-url', { query: { client_id, type }, retry: true }),
    /** Logs in with the reply of the provider [7.5]; not retried, because its code can be used once. */
    remoteLogin: (query: QueryOf<'GET', '/auth/remote-login'>) =>
      asNobody('GET', '/auth/remote-login', { query, retry: false }),
    resetUrl: (client_id: string) => asNobody('GET', '/auth/reset-url', { query: { client_id }, retry: true }),
    requestReset: (body: AskResetBody) => postPublic('/auth/reset-password', body),
    checkToken: (body: CheckTokenBody) => postPublic('/auth/check-token', body),
    confirmEmail: (token: string) => postPublic('/auth/confirm-email', { token }),
    setPassword: (body: SetPasswordBody) => postPublic('/auth/set-password', body),
    /** Completes a login with a code of the second factor. */
    secondFactor: (body: FactorBody) => postPublic('/auth/second-factor', body),
    /** Sets up a second factor, with the challenge of a login that demands it, else for the user who is logged in. */
    enrolFactor: (challenge?: string) =>
      challenge === undefined
        ? write('POST', '/auth/second-factor/enrol', {})
        : postPublic('/auth/second-factor/enrol', { challenge }),
    confirmFactor: (code: string, challenge?: string, language_id?: number) =>
      challenge === undefined
        ? write('POST', '/auth/second-factor/confirm', { code })
        : postPublic('/auth/second-factor/confirm', { code, challenge, language_id }),
    factorStatus: (signal?: AbortSignal) => get('/auth/second-factor', { signal }),
    removeFactor: (code: string) => write('POST', '/auth/second-factor/remove', { code }),
    renewRecoveryCodes: (code: string) => write('POST', '/auth/second-factor/recovery-codes', { code }),
    /** Anonymous: sent without a token [4.32], and without the cookie by which a login recognises the device. */
    countView: async (body: PageViewBody) => {
      await asNobody('POST', '/page-views', { body, anonymous: true, retry: false })
    },
    /** With the token of a mail's link, whether or not somebody is logged in [7.27]. */
    async unsubscribeByLink(token: string, userUuid: string, body: UnsubscribesBody): Promise<void> {
      await asNobody('PATCH', `/users/${userUuid}/unsubscribes`, { body, token, retry: false })
    },
  }
}

/** Calls about the user's own account and its clubs and members. */
function accountCalls({ get, write, postPublic }: Calls) {
  return {
    changePassword: (userUuid: string, body: OwnPasswordBody) => write('PATCH', `/users/${userUuid}/password`, body),
    setUnsubscribes: (userUuid: string, body: UnsubscribesBody) =>
      write('PATCH', `/users/${userUuid}/unsubscribes`, body),
    link: (userUuid: string, body: LinkBody) => write('POST', `/users/${userUuid}/members`, body),
    numberForm: (userUuid: string) => get(`/users/${userUuid}/membership-number`),
    unlink: (userUuid: string, memberUuid: string) => write('DELETE', `/users/${userUuid}/members/${memberUuid}`),
    sessions: (userUuid: string, signal?: AbortSignal) => get(`/users/${userUuid}/sessions`, { signal }),
    endSession: (userUuid: string, id: string) => write('DELETE', `/users/${userUuid}/sessions/${id}`),
    endOtherSessions: (userUuid: string) => write('DELETE', `/users/${userUuid}/sessions`),
    deletion: (userUuid: string, signal?: AbortSignal) => get(`/users/${userUuid}/deletion-request`, { signal }),
    changeDeletionRequest: (userUuid: string, requested: boolean) =>
      write(requested ? 'POST' : 'DELETE', `/users/${userUuid}/deletion-request`),
    /** Continues the session in another language [7.9]. */
    changeLanguage: (refresh_token: string, language_id: number) =>
      postPublic('/auth/change-language', { refresh_token, language_id }),
    logout: (refresh_token: string, { everywhere = false } = {}) =>
      postPublic('/auth/logout', { refresh_token, everywhere }),
    /** Continues the session at another club [7.8]. */
    changeClub: (refresh_token: string, club_id: string) => postPublic('/auth/change-club', { refresh_token, club_id }),
    /** The provider's page where users edit their details; its `url` is null where there is none [7.13]. */
    editUrl: () => get('/auth/edit-url'),
    /** The coaches of the club, and which of them the user may switch to. */
    clubUsers: (signal?: AbortSignal) => get('/auth/club-users', { signal }),
    switchUser: (body: SwitchUserBody) => postPublic('/auth/switch-user', body),
    setPin: (pin: string) => write('POST', '/auth/pin', { pin }),
    clearPin: (userUuid: string) => write('DELETE', `/users/${userUuid}/pin`),
    me: () => get('/me', { query: { with_last_login: '1', with_unsubscribes: '1' } }),
    clubs: () => get('/clubs', { query: { with_logos: '1', with_languages: '1' } }),
    /** All members of a parent with everything that the portal shows of them, in one page. */
    userMembers: (uuid: string) =>
      get(`/users/${uuid}/members`, {
        query: {
          page: '0',
          per_page: '999',
          with_groups: '1',
          with_progress: '1',
          with_awards: '1',
          with_links: '1',
          with_owners: '1',
        },
      }),
  }
}

function fileCalls({ asUserWith, replyAsUser, get, deps, base }: Calls) {
  /** A file as the browser holds it, whatever is in it. */
  const blob = async <Path extends string>(
    path: PathTo<'GET', Path>,
    query?: QueryOf<'GET', Path>,
    signal?: AbortSignal,
  ) => {
    const url = base + withQuery(path, query)
    return (await replyAsUser({ method: 'GET', url, retry: true, as: 'blob', signal })).body as Blob
  }

  return {
    /** Downloads a text file. */
    async file<Path extends string>(path: PathTo<'GET', Path>, query: QueryOf<'GET', Path>): Promise<string> {
      const url = base + withQuery(path, query)
      return (await replyAsUser({ method: 'GET', url, retry: true, as: 'text' })).body as string
    },
    /** Downloads a large file, of which `onBytes` hears how much has arrived. */
    async largeFile<Path extends string>(path: PathTo<'GET', Path>, onBytes: (bytes: number) => void): Promise<Blob> {
      const url = base + path
      return (await replyAsUser({ method: 'GET', url, retry: false, as: 'blob', onBytes })).body as Blob
    },
    /** Downloads a text file of what the body names. */
    async fileOf<Path extends string>(path: PathTo<'POST', Path>, body: BodyOf<'POST', Path>): Promise<string> {
      const request = {
        method: 'POST',
        url: base + withQuery(path, undefined),
        body,
        retry: false,
        as: 'text',
      } as const
      return (await replyAsUser(request)).body as string
    },
    /** Uploads a file; a later request names its id to use it [5.17]. */
    upload(
      purpose: Purpose,
      file: File,
      onProgress: (fraction: number) => void,
      signal: AbortSignal,
    ): Promise<Uploaded> {
      const id = crypto.randomUUID()
      const url = `${base}/uploads/${purpose}`
      return asUserWith((token) => sendFile(deps, { url, id, token, file, onProgress, signal })) as Promise<Uploaded>
    },
    /** A picture, in a size that is enough for `width` pixels. */
    picture: (id: string, width: number, signal?: AbortSignal) =>
      blob('/files/file', { id, width: String(width) }, signal),
    /** A URL of a file that works without a token, for a new tab or a video element [7.39]. */
    async fileUrl(id: string): Promise<string> {
      // with `direct` the reply is not the file
      const reply = (await get('/files/file', { query: { id, direct: '1' } })) as DirectUrl
      return reply.direct_url
    },
    /** A range of a file's bytes, and the size of the whole file. */
    async filePart(id: string, first: number, last: number, signal?: AbortSignal) {
      const url = `${base}${withQuery('/files/file', { id })}`
      const { body, headers } = await replyAsUser({
        method: 'GET',
        url,
        range: [first, last],
        retry: true,
        as: 'blob',
        signal,
      })
      const total = Number(headers.get('Content-Range')?.split('/')[1])
      // a proxy that does not support ranges answers with the whole file
      if (!Number.isInteger(total)) throw connectionError()
      return { data: body as Blob, total }
    },
    /** Downloads a file of any type. */
    download: blob,
  }
}

function schemeCalls({ asUser, get, write }: Calls) {
  return {
    schemes: (query: QueryOf<'GET', '/schemes'> = {}, signal?: AbortSignal) => get('/schemes', { query, signal }),
    curriculum: async (slug: string) => (await get(`/curriculum/${slug}`)) as Curriculum,
    videos: (slug: string) => get(`/schemes/${slug}/videos`),
    createScheme: (body: BodyOf<'POST', '/schemes'>) => write('POST', '/schemes', body),
    changeScheme: (slug: string, body: BodyOf<'PATCH', `/schemes/${string}`>) =>
      write('PATCH', `/schemes/${slug}`, body),
    setSchemeState: (slug: string, body: BodyOf<'PUT', `/schemes/${string}/state`>) =>
      write('PUT', `/schemes/${slug}/state`, body),
    deleteScheme: (slug: string) => write('DELETE', `/schemes/${slug}`),
    undeleteScheme: (slug: string) => write('POST', `/schemes/${slug}/undelete`),
    /** A scheme as its authors edit it, in all languages. */
    rawCurriculum: async (slug: string, signal?: AbortSignal) =>
      // with `raw` the reply is the other of the route's two
      (await get(`/curriculum/${slug}`, { query: { raw: '1' }, signal })) as RawCurriculum,
    /** Saves one edit batch. A repeated request has the same `id`, so that the batch is saved once. */
    sendEdits: (slug: string, id: string, body: BodyOf<'POST', `/curriculum/${string}/edits`>) =>
      asUser('POST', `/curriculum/${slug}/edits`, { body, retry: false, id }),
    /** Saves one batch in the scheme's working copy, once for each `id`. */
    sendCopyEdits: (slug: string, id: string, body: BodyOf<'POST', `/curriculum/${string}/working-copy/edits`>) =>
      asUser('POST', `/curriculum/${slug}/working-copy/edits`, { body, retry: false, id }),
    editsSince: (slug: string, since: number) => get(`/curriculum/${slug}/edits`, { query: { since } }),
    impact: (slug: string, edits: readonly Edit[]) => write('POST', `/curriculum/${slug}/impact`, { edits }),
  }
}

function syncCalls({ refreshAccess, get, write, deps, base, tokens }: Calls) {
  async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const token = tokens.access() ?? (await refreshAccess(/* expired */ null))
    const id = crypto.randomUUID()
    const send = (bearer: string) => deps.fetch(`${base}/events`, { headers: headersOf(id, bearer), signal })
    let response = await send(token)
    if (response.status === 401) response = await send(await refreshAccess(token))
    const type = response.headers.get('Content-Type') ?? ''
    if (!response.ok) throw errorFrom(response.status)
    if (!response.body || !type.startsWith('text/event-stream')) throw connectionError()
    // only the API echoes the id
    if (response.headers.get('X-Request-Id') === id) deps.onOnline()
    return response.body
  }

  return {
    push: (body: PushBody) => write('POST', '/sync/push', body),
    /** Which of these users have an inactive or closed account, so that a colleague must submit their work. */
    closedAuthors: (users: readonly string[]) => get('/sync/closed-authors', { query: { 'author[]': users } }),
    submitWork: (body: SubmitWorkBody) => write('POST', '/sync/submitted-work', body),
    /** The user's text key (see the glossary), base64. */
    syncKey: () => write('POST', '/sync/key'),
    /** One page of changes since `cursor`; `all` asks for the club's other groups too. */
    changes: (query: QueryOf<'GET', '/sync/changes'> = {}) => get('/sync/changes', { query }),
    /** Follows the event stream until `signal` aborts; connects again by itself when the stream breaks. */
    async events(onEvent: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
      for (let attempt = 0; !signal.aborted; attempt++) {
        let pauseMs: number | null = null
        try {
          const stream = await openStream(signal)
          attempt = 0
          pauseMs = await followStream(stream, onEvent)
        } catch (error) {
          if (signal.aborted) return
          // the session is over; after any other error the stream is opened again
          if (error instanceof ApiError && error.status === 401) return
        }
        // an abort during the wait only ends the loop
        pauseMs ??= backOffMs(attempt, deps.random())
        await deps.wait(Math.min(pauseMs, MAX_STREAM_WAIT_MS), signal).catch(() => undefined)
      }
    },
  }
}
