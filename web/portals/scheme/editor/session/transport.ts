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
async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
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

/**
 * The store's requests to the API. `isAuthor` says whether the author of the batches is still logged in: they must not be
 * saved under another user's name. `onMissing` is called when the scheme was deleted or is no longer this client's.
 */
export function createTransport(
  api: Api,
  connection: ConnectionWatch,
  slug: string,
  isAuthor: () => boolean,
  onMissing: () => void,
): Transport {
  /** Runs a request that reads the scheme, and reports a scheme that does not exist. */
  const read = <T>(call: () => Promise<T>) =>
    outcomeOf(() =>
      call().catch((error: unknown) => {
        if (isMissing(error)) onMissing()
        throw error
      }),
    )
  return {
    send: async (id, body) =>
      isAuthor() ? outcomeOf(() => api.sendEdits(slug, id, body)) : { ok: false as const, retry: true as const },
    ownSteps: () => outcomeOf(() => api.get(`/curriculum/${slug}/own-steps`)),
    batchesSince: (revision) => read(() => api.editsSince(slug, revision)),
    loadTree: () =>
      read(async () => {
        const raw = await api.rawCurriculum(slug)
        return { revision: raw.revision, tree: treeIn(raw) }
      }),
    impact: (edits) => outcomeOf(() => api.impact(slug, edits)),
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
