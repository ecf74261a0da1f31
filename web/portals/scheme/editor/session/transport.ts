import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import { treeOf, type Tree } from '#domain/curriculum/tree.ts'
import type { Api } from '#web/api/api.ts'
import { ApiError, isMissing } from '#web/api/api-error.ts'
import { backOffMs } from '#web/api/back-off.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'
import type { ConnectionWatch } from '#web/shell/start/connection.ts'
import type { Outcome, Transport } from './editor-store.ts'

/** The longest pause between two attempts. */
const MAX_PAUSE_MS = 20_000

/** Turns a request's error into an outcome: a final refusal, or one that may succeed when it is retried. */
export async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, error: code, detail, field, ids } = error
    // 0: the server was not reached; 401: the session ended, so the request succeeds after the next login, in this tab or
    // another
    if (status === 0 || status === 401 || status === 429 || status >= 500) return { ok: false, retry: true }
    return {
      ok: false,
      retry: false,
      // the tree's own refusal code is the detail of a refused edit, and `field` is then the id of the node
      reason: { code: code === 'EDIT_REFUSED' ? detail : code, id: field ?? '', ids: [...ids] },
    }
  }
}

/** The tree of a loaded scheme, with the defaults that the response leaves out. Its first language is the source. */
export function treeIn(raw: RawCurriculum): Tree {
  const { nodes, gone, languages } = nodesWithDefaults(raw)
  return treeOf(nodes, gone, shortLocale(languages[0] ?? 'en'))
}

/** The requests of a store that are different for the live tree and for a working copy. */
type Requests = Pick<Transport, 'send' | 'ownSteps' | 'batchesSince' | 'loadTree' | 'impact'>

/** Where the edits of an open editor go, and whose they are. */
interface Target {
  slug: string
  /** The working copy; null edits the live tree. */
  copy: string | null
  /** Whether the author of the batches is still logged in: they must not be saved under another user's name. */
  isAuthor: () => boolean
  /** Is called when the scheme was deleted or is no longer this client's, or when its working copy has ended. */
  onMissing: () => void
}

/** The store's requests to the API. */
export function createTransport(api: Api, connection: ConnectionWatch, target: Target): Transport {
  const requests = target.copy === null ? liveRequests(api, target) : copyRequests(api, target, target.copy)
  return {
    ...requests,
    send: async (id, body) => (target.isAuthor() ? requests.send(id, body) : { ok: false, retry: true }),
    newId: () => crypto.randomUUID(),
    pause: (attempt) =>
      new Promise((resolve) => {
        const endPause = () => {
          clearTimeout(timer)
          unsubscribe()
          resolve()
        }
        const timer = setTimeout(endPause, Math.min(backOffMs(attempt, Math.random()), MAX_PAUSE_MS))
        const unsubscribe = connection.subscribe(() => {
          if (connection.get().online) endPause()
        })
      }),
  }
}

/** Makes the function that reads something and reports that the scheme or the copy is no more. */
function createRead({ onMissing }: Target) {
  return <T>(call: () => Promise<T>) =>
    outcomeOf(() =>
      call().catch((error: unknown) => {
        if (isMissing(error) || isEnded(error)) onMissing()
        throw error
      }),
    )
}

/** Whether a request was refused because the working copy was released or dropped. */
export const isEnded = (error: unknown) =>
  error instanceof ApiError && error.error === 'EDIT_CONFLICT' && error.field === 'copy'

function liveRequests(api: Api, target: Target): Requests {
  const { slug } = target
  const read = createRead(target)
  return {
    send: (id, body) => outcomeOf(() => api.sendEdits(slug, id, body)),
    ownSteps: () => outcomeOf(() => api.get(`/curriculum/${slug}/own-steps`)),
    batchesSince: (revision) => read(() => api.editsSince(slug, revision)),
    loadTree: () =>
      read(async () => {
        const raw = await api.rawCurriculum(slug)
        return { revision: raw.revision, tree: treeIn(raw) }
      }),
    impact: (edits) => outcomeOf(() => api.impact(slug, edits)),
  }
}

function copyRequests(api: Api, target: Target, copy: string): Requests {
  const path = `/curriculum/${target.slug}/working-copy` as const
  const read = createRead(target)
  return {
    // sending can be the first to learn that the copy has ended
    send: (id, body) => read(() => api.sendCopyEdits(target.slug, id, { ...body, copy })),
    ownSteps: () => outcomeOf(() => api.get(`${path}/own-steps`, { query: { copy } })),
    batchesSince: (since) => read(() => api.get(`${path}/edits`, { query: { copy, since } })),
    loadTree: () =>
      read(async () => {
        const raw = await api.get(`${path}/tree`, { query: { copy } })
        return { revision: raw.revision, tree: treeIn(raw) }
      }),
    // what is in a copy changes nobody's level before its release
    impact: () => Promise.resolve({ ok: true, value: { members: 0, clubs: [], levels: [] } }),
  }
}
