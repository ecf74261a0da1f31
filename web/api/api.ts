import type { DeletionRequest, OpenSession, OwnPasswordBody } from '#contract/identity/account.ts'
import type { EditsReply, Impact, RawCurriculum } from '#contract/curriculum/authoring.ts'
import type {
  AskResetBody,
  ChangeReply,
  AuthUrl,
  CheckTokenBody,
  CheckTokenReply,
  ClubUsers,
  ConfirmReply,
  EditUrl,
  EnrolReply,
  FactorBody,
  FactorStatus,
  LoginAnswer,
  LoginBody,
  LoginReply,
  RecoveryCodes,
  RemoteLoginQuery,
  RefreshReply,
  ResetUrl,
  SetPasswordBody,
  SwitchUserBody,
} from '#contract/identity/auth.ts'
import type { BuiltVersion, Client, Status } from '#contract/tenants/client.ts'
import type { Club } from '#contract/tenants/clubs.ts'
import type { ClosedAuthors, SubmitWorkBody, SubmitWorkReply } from '#contract/assessment/submitted-work.ts'
import type { UserType } from '#contract/platform/fields.ts'
import type { StreamEvent } from '#contract/platform/events.ts'
import type { DirectUrl, StoredFile } from '#contract/platform/files.ts'
import type { PageViewBody } from '#contract/tenants/page-views.ts'
import type { LinkBody } from '#contract/members/guardians.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { Curriculum, GradeScale, Scheme, SchemeSection, Video } from '#contract/curriculum/schemes.ts'
import type { ChangesReply, PushBody, PushReply } from '#contract/assessment/sync.ts'
import type { Me } from '#contract/identity/users.ts'
import type { Unsubscribes, UnsubscribesBody } from '#contract/notices/unsubscribes.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { ApiError, connectionError, errorFrom } from './api-error.ts'
import { createCalls, withQuery, type ApiOptions, type Calls } from './calls.ts'
import { backOffMs } from './back-off.ts'
import { followStream } from './event-stream.ts'
import { headersOf } from './request.ts'
import { sendFile } from './upload.ts'

/** Longest pause before the event stream is opened again, in ms. */
const MAX_STREAM_WAIT_MS = 60_000

/** One page of a list. */
interface Page<T> {
  rows: T[]
  total: number
}

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
function pathCalls({ apiVersion, replyAsUser, asUser, get, post, base }: Calls) {
  return {
    /** The `X-API-Version` last seen, null before the first answer. */
    apiVersion,
    get,
    /** One page of a list, and the number of rows in the whole list. */
    async list<T>(path: string, query: Record<string, string | undefined>, signal?: AbortSignal): Promise<Page<T>> {
      const { body, headers } = await replyAsUser({
        method: 'GET',
        url: base + withQuery(path, query),
        retry: true,
        signal,
      })
      return { rows: body as T[], total: Number(headers.get('X-Total-Count')) }
    },
    /** A POST that writes nothing; its body is too large for a query. */
    postQuery: <T>(path: string, body: unknown, signal?: AbortSignal) => post<T>(path, body, signal),
    /** A write. `ifMatch` is the ETag of the data that the form was filled from. */
    write: <T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, ifMatch?: string) =>
      asUser<T>({ method, url: base + path, body, retry: false, ifMatch }),
  }
}

/** Calls before login, and for logging in. */
function loginCalls({ call, get, post, getPublic, postPublic, deps, base }: Calls) {
  return {
    client: (hostname: string) => getPublic<Client>(withQuery('/client', { hostname }), { retry: true }),
    status: () => getPublic<Status>('/status', { retry: false }),
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
    login: (body: LoginBody) => postPublic<LoginAnswer>('/auth/login', body),
    /** The URL of the login page of the client's provider [7.12]. */
    authUrl: (client_id: string, type: UserType) =>
      getPublic<AuthUrl>(withQuery('/auth/auth-url', { client_id, type }), { retry: true }),
    /** Logs in with the reply of the provider [7.5]; not retried, because its code can be used once. */
    remoteLogin: (query: Record<keyof RemoteLoginQuery, string | undefined>) =>
      getPublic<LoginAnswer>(withQuery('/auth/remote-login', query), { retry: false }),
    resetUrl: (client_id: string) => getPublic<ResetUrl>(withQuery('/auth/reset-url', { client_id }), { retry: true }),
    requestReset: (body: AskResetBody) => postPublic<undefined>('/auth/reset-password', body),
    checkToken: (body: CheckTokenBody) => postPublic<CheckTokenReply>('/auth/check-token', body),
    confirmEmail: (token: string) => postPublic<undefined>('/auth/confirm-email', { token }),
    setPassword: (body: SetPasswordBody) => postPublic<LoginAnswer>('/auth/set-password', body),
    /** Completes a login with a code of the second factor. */
    secondFactor: (body: FactorBody) => postPublic<LoginReply>('/auth/second-factor', body),
    /** Sets up a second factor, with the challenge of a login that demands it, else for the user who is logged in. */
    enrolFactor: (challenge?: string) =>
      challenge === undefined
        ? post<EnrolReply>('/auth/second-factor/enrol', {})
        : postPublic<EnrolReply>('/auth/second-factor/enrol', { challenge }),
    confirmFactor: (code: string, challenge?: string, language_id?: number) =>
      challenge === undefined
        ? post<ConfirmReply>('/auth/second-factor/confirm', { code })
        : postPublic<ConfirmReply>('/auth/second-factor/confirm', { code, challenge, language_id }),
    factorStatus: (signal?: AbortSignal) => get<FactorStatus>('/auth/second-factor', signal),
    removeFactor: (code: string) => post<undefined>('/auth/second-factor/remove', { code }),
    renewRecoveryCodes: (code: string) => post<RecoveryCodes>('/auth/second-factor/recovery-codes', { code }),
    /** Anonymous: sent without a token [4.32], and without the cookie by which a login recognises the device. */
    countView: async (body: PageViewBody) => {
      await call({ method: 'POST', url: `${base}/page-views`, body, anonymous: true, retry: false })
    },
    /** With the token of a mail's link, whether or not somebody is logged in [7.27]. */
    async unsubscribeByLink(token: string, userUuid: string, body: UnsubscribesBody): Promise<void> {
      await call({ method: 'PATCH', url: `${base}/users/${userUuid}/unsubscribes`, body, token, retry: false })
    },
  }
}

/** Calls about the user's own account and its clubs and members. */
function accountCalls({ asUser, get, post, change, postPublic, base }: Calls) {
  return {
    changePassword: (userUuid: string, body: OwnPasswordBody) =>
      change<undefined>('PATCH', `/users/${userUuid}/password`, body),
    setUnsubscribes: (userUuid: string, body: UnsubscribesBody) =>
      change<Unsubscribes>('PATCH', `/users/${userUuid}/unsubscribes`, body),
    link: (userUuid: string, body: LinkBody) => change<{ uuid: string }>('POST', `/users/${userUuid}/members`, body),
    unlink: (userUuid: string, memberUuid: string) =>
      change<undefined>('DELETE', `/users/${userUuid}/members/${memberUuid}`),
    sessions: (userUuid: string, signal?: AbortSignal) => get<OpenSession[]>(`/users/${userUuid}/sessions`, signal),
    endSession: (userUuid: string, id: string) => change<undefined>('DELETE', `/users/${userUuid}/sessions/${id}`),
    endOtherSessions: (userUuid: string) => change<undefined>('DELETE', `/users/${userUuid}/sessions`),
    deletion: (userUuid: string, signal?: AbortSignal) =>
      get<DeletionRequest>(`/users/${userUuid}/deletion-request`, signal),
    changeDeletionRequest: (userUuid: string, requested: boolean) =>
      change<DeletionRequest>(requested ? 'POST' : 'DELETE', `/users/${userUuid}/deletion-request`),
    /** Continues the session in another language [7.9]. */
    changeLanguage: (refresh_token: string, language_id: number) =>
      postPublic<RefreshReply>('/auth/change-language', { refresh_token, language_id }),
    logout: (refresh_token: string, { everywhere = false } = {}) =>
      postPublic<undefined>('/auth/logout', { refresh_token, everywhere }),
    /** Continues the session at another club [7.8]. */
    changeClub: (refresh_token: string, club_id: string) =>
      postPublic<ChangeReply>('/auth/change-club', { refresh_token, club_id }),
    /** The provider's page where users edit their details; its `url` is null where there is none [7.13]. */
    editUrl: () => get<EditUrl>('/auth/edit-url'),
    /** The coaches of the club, and which of them the user may switch to. */
    clubUsers: (signal?: AbortSignal) => get<ClubUsers>('/auth/club-users', signal),
    switchUser: (body: SwitchUserBody) => postPublic<LoginReply>('/auth/switch-user', body),
    setPin: (pin: string) => post<undefined>('/auth/pin', { pin }),
    clearPin: (userUuid: string) =>
      asUser<undefined>({ method: 'DELETE', url: `${base}/users/${userUuid}/pin`, retry: false }),
    me: (signal?: AbortSignal) => get<Me>('/me?with_last_login=1&with_unsubscribes=1', signal),
    clubs: (signal?: AbortSignal) => get<Club[]>('/clubs?with_logos=1&with_languages=1', signal),
    /** All members of a parent with everything that the portal shows of them, in one page. */
    userMembers: (uuid: string, signal?: AbortSignal) =>
      get<Member[]>(
        `/users/${uuid}/members?page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1`,
        signal,
      ),
  }
}

function fileCalls({ asUserWith, replyAsUser, asUser, get, deps, base }: Calls) {
  return {
    /** Downloads a text file. */
    file: (path: string, query: Record<string, string | undefined>) =>
      asUser<string>({ method: 'GET', url: base + withQuery(path, query), retry: true, as: 'text' }),
    /** Uploads a file; a later request names its id to use it [5.17]. */
    upload(
      purpose: Purpose,
      file: File,
      onProgress: (fraction: number) => void,
      signal: AbortSignal,
    ): Promise<StoredFile> {
      const id = crypto.randomUUID()
      const url = `${base}/uploads/${purpose}`
      return asUserWith((token) => sendFile(deps, { url, id, token, file, onProgress, signal })) as Promise<StoredFile>
    },
    /** A picture, in a size that is enough for `width` pixels. */
    picture: (id: string, width: number, signal?: AbortSignal) =>
      asUser<Blob>({
        method: 'GET',
        url: base + withQuery('/files/file', { id, width: String(width) }),
        retry: true,
        as: 'blob',
        signal,
      }),
    /** A URL of a file that works without a token, for a new tab or a video element [7.39]. */
    fileUrl: async (id: string) => (await get<DirectUrl>(withQuery('/files/file', { id, direct: '1' }))).direct_url,
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
    download: (path: string) => asUser<Blob>({ method: 'GET', url: base + path, retry: true, as: 'blob' }),
  }
}

function schemeCalls({ asUser, get, post, change, base }: Calls) {
  return {
    schemes: (
      query: { published?: '0' | '1'; scheme_sessions_only?: '0' | '1'; include_deleted?: '0' | '1' } = {},
      signal?: AbortSignal,
    ) => get<Scheme[]>(withQuery('/schemes', query), signal),
    curriculum: (slug: string, signal?: AbortSignal) => get<Curriculum>(`/curriculum/${slug}`, signal),
    grades: (slug: string, signal?: AbortSignal) => get<GradeScale[]>(`/schemes/${slug}/grades`, signal),
    videos: (slug: string, signal?: AbortSignal) => get<Video[]>(`/schemes/${slug}/videos`, signal),
    sections: (slug: string, signal?: AbortSignal) => get<SchemeSection[]>(`/schemes/${slug}/sections`, signal),
    createScheme: (body: { name: string; languages: readonly string[] }) => change<Scheme>('POST', '/schemes', body),
    changeScheme: (slug: string, body: { name?: string; languages?: readonly string[] }) =>
      change<Scheme>('PATCH', `/schemes/${slug}`, body),
    deleteScheme: (slug: string) => change<Scheme>('DELETE', `/schemes/${slug}`),
    undeleteScheme: (slug: string) => change<Scheme>('POST', `/schemes/${slug}/undelete`),
    /** A scheme as its authors edit it, in all languages. */
    rawCurriculum: (slug: string, signal?: AbortSignal) => get<RawCurriculum>(`/curriculum/${slug}?raw=1`, signal),
    /** Saves one edit batch. A repeated request has the same `id`, so that the batch is saved once. */
    sendEdits: (slug: string, id: string, body: { base: number; edits: readonly Edit[] }) =>
      asUser<EditsReply>({ method: 'POST', url: `${base}/curriculum/${slug}/edits`, body, retry: false, id }),
    editsSince: (slug: string, revision: number) => get<EditsReply>(`/curriculum/${slug}/edits?since=${revision}`),
    impact: (slug: string, edits: readonly Edit[]) => post<Impact>(`/curriculum/${slug}/impact`, { edits }),
  }
}

function syncCalls({ refreshAccess, get, post, change, deps, base, tokens }: Calls) {
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
    push: (body: PushBody) => post<PushReply>('/sync/push', body),
    /** Which of these users have an inactive or closed account, so that a colleague must submit their work. */
    closedAuthors: (users: readonly string[]) =>
      get<ClosedAuthors>(`/sync/closed-authors?${users.map((user) => `author[]=${user}`).join('&')}`),
    submitWork: (body: SubmitWorkBody) => post<SubmitWorkReply>('/sync/submitted-work', body),
    /** The user's text key (see the glossary), base64. */
    syncKey: () => change<{ key: string }>('POST', '/sync/key'),
    /** One page of changes since `cursor`; `all` asks for the club's other groups too. */
    changes: (query: { cursor?: string; club_id?: string; all?: '1' } = {}, signal?: AbortSignal) =>
      get<ChangesReply>(withQuery('/sync/changes', query), signal),
    /** Follows the event stream until `signal` aborts; connects again by itself when the stream breaks. */
    async events(onEvent: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
      for (let attempt = 0; !signal.aborted; attempt++) {
        try {
          const stream = await openStream(signal)
          attempt = 0
          await followStream(stream, onEvent)
        } catch (error) {
          if (signal.aborted) return
          // the session is over; after any other error the stream is opened again
          if (error instanceof ApiError && error.status === 401) return
        }
        // an abort during the wait only ends the loop
        await deps.wait(Math.min(backOffMs(attempt, deps.random()), MAX_STREAM_WAIT_MS), signal).catch(() => undefined)
      }
    },
  }
}
