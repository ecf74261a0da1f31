import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import { treeOf, type Tree } from '#domain/curriculum/tree.ts'
import type { Api } from '#web/api/api.ts'
import { ApiError, isMissing } from '#web/api/api-error.ts'
import { backOffMs } from '#web/api/back-off.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'
import type { ConnectionWatch } from '#web/shell/start/connection.ts'
import type { Outcome, Transport } from './editor-store.ts'

const LONGEST_PAUSE_MS = 20_000

/** A final no is a value; everything that a later try may mend is `down`. */
async function outcome<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, error: code, detail, field, ids } = error
    // an ended session comes back with the next login, in this tab or another
    if (status === 0 || status === 401 || status === 429 || status >= 500) return { ok: false, down: true }
    return {
      ok: false,
      down: false,
      why: { code: code === 'EDIT_REFUSED' ? detail : code, id: field ?? '', ids: [...ids] },
    }
  }
}

/** The tree of a scheme as it was loaded. */
export function treeIn(raw: RawCurriculum): Tree {
  const { nodes, gone, languages } = nodesWithDefaults(raw)
  return treeOf(nodes, gone, shortLocale(languages[0] ?? 'en'))
}

/**
 * `isAuthor`: whether who wrote the batches is logged in; they go out under no other name. `onMissing`: what is shown is
 * of a scheme that is deleted, or no longer ours.
 */
export function createTransport(
  api: Api,
  connection: ConnectionWatch,
  slug: string,
  isAuthor: () => boolean,
  onMissing: () => void,
): Transport {
  const read = <T>(call: () => Promise<T>) =>
    outcome(() =>
      call().catch((error: unknown) => {
        if (isMissing(error)) onMissing()
        throw error
      }),
    )
  return {
    send: async (id, body) =>
      isAuthor() ? outcome(() => api.sendEdits(slug, id, body)) : { ok: false as const, down: true as const },
    since: (revision) => read(() => api.editsSince(slug, revision)),
    load: () =>
      read(async () => {
        const raw = await api.rawCurriculum(slug)
        return { revision: raw.revision, tree: treeIn(raw) }
      }),
    impact: (edits) => outcome(() => api.impact(slug, edits)),
    newId: () => crypto.randomUUID(),
    pause: (attempt) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          stop()
          resolve()
        }
        const timer = setTimeout(end, Math.min(backOffMs(attempt, Math.random()), LONGEST_PAUSE_MS))
        // the network is back: why wait
        const stop = connection.subscribe(() => {
          if (connection.get().online) end()
        })
      }),
  }
}
