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

/** One page of a list. */
interface Page<T> {
  rows: T[]
  total: number
}

type Api = ReturnType<typeof createApi>
export type { Api }

/** The contract's client. Every method throws ApiError; types are promises of the contract, checked by the server's own schemas. */
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

/** Any path. */
function pathCalls({ apiVersion, replyAsUser, asUser, get, post, base }: Calls) {
  return {
    /** The `X-API-Version` last seen, null before the first answer. */
    apiVersion,
    get,
    /** One page of a list, and how many rows it has in all. */
    async list<T>(path: string, query: Record<string, string | undefined>, signal?: AbortSignal): Promise<Page<T>> {
      const { body, headers } = await replyAsUser({
        method: 'GET',
        url: base + withQuery(path, query),
        retry: true,
        signal,
      })
      return { rows: body as T[], total: Number(headers.get('X-Total-Count')) }
    },
    /** A question with a body: nothing is written. */
    ask: <T>(path: string, body: unknown, signal?: AbortSignal) => post<T>(path, body, signal),
    /** A write; `ifMatch` is what its form was filled from. */
    write: <T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, ifMatch?: string) =>
      asUser<T>({ method, url: base + path, body, retry: false, ifMatch }),
  }
}

/** Before somebody is logged in, and logging in. */
function loginCalls({ call, get, post, open, send, parts, base }: Calls) {
  return {
    client: (hostname: string) => open<Client>(withQuery('/client', { hostname }), true),
    status: () => open<Status>('/status', false),
    /** The version served now, from the web origin [7.18]. */
    async version(): Promise<BuiltVersion> {
      const id = crypto.randomUUID()
      const response = await parts.fetch('/version', { cache: 'no-store', headers: { 'X-Request-Id': id } })
      if (response.headers.get('X-Request-Id') !== id) throw connectionError()
      if (!response.ok) throw errorFrom(response.status, null, null)
      return (await response.json()) as BuiltVersion
    },
    /** The tenant's own words over ours; nothing when it has none [7.41]. */
    async translations(url: string, locale: string): Promise<unknown> {
      const response = await parts.fetch(`${url}/${locale}.json`)
      return response.ok ? await response.json() : {}
    },
    login: (body: LoginBody) => send<LoginAnswer>('/auth/login', body),
    /** Where somebody goes who logs in at a provider [7.12]. */
    authUrl: (client_id: string, type: UserType) =>
      open<AuthUrl>(withQuery('/auth/auth-url', { client_id, type }), true),
    /** Back from there [7.5]; never repeated, because it works once. */
    remoteLogin: (query: Record<keyof RemoteLoginQuery, string | undefined>) =>
      open<LoginAnswer>(withQuery('/auth/remote-login', query), false),
    resetUrl: (client_id: string) => open<ResetUrl>(withQuery('/auth/reset-url', { client_id }), true),
    askReset: (body: AskResetBody) => send<undefined>('/auth/reset-password', body),
    checkToken: (body: CheckTokenBody) => send<CheckTokenReply>('/auth/check-token', body),
    confirmEmail: (token: string) => send<undefined>('/auth/confirm-email', { token }),
    setPassword: (body: SetPasswordBody) => send<LoginAnswer>('/auth/set-password', body),
    /** The second step of a login. */
    secondFactor: (body: FactorBody) => send<LoginReply>('/auth/second-factor', body),
    /** Sets a second factor up: in a login that demands it by its challenge, else as the user. */
    enrolFactor: (challenge?: string) =>
      challenge === undefined
        ? post<EnrolReply>('/auth/second-factor/enrol', {})
        : send<EnrolReply>('/auth/second-factor/enrol', { challenge }),
    confirmFactor: (code: string, challenge?: string, language_id?: number) =>
      challenge === undefined
        ? post<ConfirmReply>('/auth/second-factor/confirm', { code })
        : send<ConfirmReply>('/auth/second-factor/confirm', { code, challenge, language_id }),
    factorStatus: (signal?: AbortSignal) => get<FactorStatus>('/auth/second-factor', signal),
    removeFactor: (code: string) => post<undefined>('/auth/second-factor/remove', { code }),
    renewRecoveryCodes: (code: string) => post<RecoveryCodes>('/auth/second-factor/recovery-codes', { code }),
    /** Of nobody: without a token [4.32], and without the cookie by which a login knows its device. */
    countView: async (body: PageViewBody) => {
      await call({ method: 'POST', url: `${base}/page-views`, body, anonymous: true, retry: false })
    },
    /** As the holder of a mail's link, whoever is logged in [7.27]. */
    async unsubscribeByLink(token: string, userUuid: string, body: UnsubscribesBody): Promise<void> {
      await call({ method: 'PATCH', url: `${base}/users/${userUuid}/unsubscribes`, body, token, retry: false })
    },
  }
}

/** The own account and what it is allowed to see. */
function accountCalls({ bring, asUser, get, post, change, send, base, tokens }: Calls) {
  return {
    /** The own account. */
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
    askDeletion: (userUuid: string, asked: boolean) =>
      change<DeletionRequest>(asked ? 'POST' : 'DELETE', `/users/${userUuid}/deletion-request`),
    /** Gets a new access token now, for instance to take up another language. */
    refresh: () => bring(tokens.access()),
    /** The same session in another language [7.9]. */
    changeLanguage: (refresh_token: string, language_id: number) =>
      send<RefreshReply>('/auth/change-language', { refresh_token, language_id }),
    logout: (refresh_token: string, everywhere = false) =>
      send<undefined>('/auth/logout', { refresh_token, everywhere }),
    /** The same session at another club [7.8]. */
    changeClub: (refresh_token: string, club_id: string) =>
      send<ChangeReply>('/auth/change-club', { refresh_token, club_id }),
    /** Null where the provider has no page for it [7.13]. */
    editUrl: () => get<EditUrl>('/auth/edit-url'),
    /** Coaches of the club, and who of them may be switched to. */
    clubUsers: (signal?: AbortSignal) => get<ClubUsers>('/auth/club-users', signal),
    switchUser: (body: SwitchUserBody) => send<LoginReply>('/auth/switch-user', body),
    setPin: (pin: string) => post<undefined>('/auth/pin', { pin }),
    clearPin: (userUuid: string) =>
      asUser<undefined>({ method: 'DELETE', url: `${base}/users/${userUuid}/pin`, retry: false }),
    me: (signal?: AbortSignal) => get<Me>('/me?with_last_login=1&with_unsubscribes=1', signal),
    clubs: (signal?: AbortSignal) => get<Club[]>('/clubs?with_logos=1&with_languages=1', signal),
    userMembers: (uuid: string, signal?: AbortSignal) =>
      get<Member[]>(
        `/users/${uuid}/members?page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1`,
        signal,
      ),
  }
}

function fileCalls({ asUserWith, replyAsUser, asUser, get, parts, base }: Calls) {
  return {
    /** A file of text. */
    file: (path: string, query: Record<string, string | undefined>) =>
      asUser<string>({ method: 'GET', url: base + withQuery(path, query), retry: true, as: 'text' }),
    /** Puts a file; what uses it names its id [5.17]. */
    upload(purpose: Purpose, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<StoredFile> {
      const id = crypto.randomUUID()
      const url = `${base}/uploads/${purpose}`
      return asUserWith((token) => sendFile(parts, { url, id, token, file, onProgress, signal })) as Promise<StoredFile>
    },
    /** A picture in a size that is enough for so many pixels across. */
    picture: (id: string, width: number, signal?: AbortSignal) =>
      asUser<Blob>({
        method: 'GET',
        url: base + withQuery('/files/file', { id, width: String(width) }),
        retry: true,
        as: 'blob',
        signal,
      }),
    /** An address of a file that a new tab or a film player can open [7.39]. */
    fileUrl: async (id: string) => (await get<DirectUrl>(withQuery('/files/file', { id, direct: '1' }))).direct_url,
    /** Bytes of a stored file, and how many it has. */
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
      // a proxy that knows no parts has sent all of it
      if (!Number.isInteger(total)) throw connectionError()
      return { data: body as Blob, total }
    },
    /** A file of any kind. */
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
    /** A scheme as its authors have it, in all languages. */
    rawCurriculum: (slug: string, signal?: AbortSignal) => get<RawCurriculum>(`/curriculum/${slug}?raw=1`, signal),
    /** One step of an author. `id` stays the same when it is sent again, and so it is saved once. */
    sendEdits: (slug: string, id: string, body: { base: number; edits: readonly Edit[] }) =>
      asUser<EditsReply>({ method: 'POST', url: `${base}/curriculum/${slug}/edits`, body, retry: false, id }),
    editsSince: (slug: string, revision: number) => get<EditsReply>(`/curriculum/${slug}/edits?since=${revision}`),
    impact: (slug: string, edits: readonly Edit[]) => post<Impact>(`/curriculum/${slug}/impact`, { edits }),
  }
}

function syncCalls({ bring, get, post, parts, base, tokens }: Calls) {
  async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const token = tokens.access() ?? (await bring(null))
    const id = crypto.randomUUID()
    const send = (bearer: string) => parts.fetch(`${base}/events`, { headers: headersOf(id, bearer), signal })
    let response = await send(token)
    if (response.status === 401) response = await send(await bring(token))
    const type = response.headers.get('Content-Type') ?? ''
    if (!response.ok) throw errorFrom(response.status, null, null)
    if (!response.body || !type.startsWith('text/event-stream')) throw connectionError()
    if (response.headers.get('X-Request-Id') === id) parts.onOnline()
    return response.body
  }

  return {
    push: (body: PushBody) => post<PushReply>('/sync/push', body),
    closedAuthors: (users: readonly string[]) =>
      get<ClosedAuthors>(`/sync/closed-authors?${users.map((user) => `author[]=${user}`).join('&')}`),
    submitWork: (body: SubmitWorkBody) => post<SubmitWorkReply>('/sync/submitted-work', body),
    syncKey: () => get<{ key: string }>('/sync/key'),
    changes: (query: { cursor?: string; club_id?: string; all?: '1' } = {}, signal?: AbortSignal) =>
      get<ChangesReply>(withQuery('/sync/changes', query), signal),
    /** Follows the event stream until `signal` ends it; comes back by itself after a break. */
    async events(onEvent: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
      for (let attempt = 0; !signal.aborted; attempt++) {
        try {
          const stream = await openStream(signal)
          attempt = 0
          await followStream(stream, onEvent)
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof ApiError && error.status === 401) return
        }
        await parts.wait(Math.min(backOffMs(attempt, parts.random()), 60_000), signal).catch(() => undefined)
      }
    },
  }
}
