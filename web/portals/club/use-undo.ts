import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Undone } from '#contract/flows/change-sets.ts'
import type { UndoObstacle } from '#contract/platform/undo.ts'
import { ApiError } from '#web/api/api-error.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { changeSetsKey, clubTasksKey, duplicatesKey, groupsKey, importsKey, membersKey } from './club-data.ts'
import { useClubDay } from './club-day.ts'

/** How long a message offers to undo: long enough to read it and reconsider. */
export const UNDO_MS = 15_000
/** How many obstacles a message names. */
const MAX_NAMED = 3

/** Says what stands in the way of an undo, and who has done that. */
export function useObstacleWords(): (obstacle: UndoObstacle) => string {
  const { t } = useTranslation()
  const day = useClubDay()
  return ({ why, name, number, by, at }) => {
    const what = t(`club.undo.why.${why}`, { name, number })
    return by === null || at === null ? what : t('club.undo.since', { what, by, day: day(at) })
  }
}

/** Undoes change sets. `announce` shows a message about a change, and offers to undo it if it has a change set. */
export function useUndo() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const day = useClubDay()
  const words = useObstacleWords()
  const listed = (obstacles: readonly UndoObstacle[]) =>
    [
      ...obstacles.slice(0, MAX_NAMED).map(words),
      ...(obstacles.length > MAX_NAMED ? [t('club.undo.more', { count: obstacles.length - MAX_NAMED })] : []),
    ].join(', ')
  const { busy, act } = useAct((code, _ids, { obstacles }) =>
    code === 'UNDO_STATE' ? t('club.undo.refused', { what: listed(obstacles) }) : undefined,
  )
  const doneText = ({ repeated, by, at, kept }: Undone) => {
    if (repeated) return t(by === '' ? 'club.undo.repeated' : 'club.undo.repeatedBy', { by, day: day(at) })
    return kept.length === 0 ? t('club.undo.undone') : t('club.undo.except', { what: listed(kept) })
  }

  /** `onRefused` gets what stands in the way; without it, a message says that. */
  async function undoChangeSet(id: string, onRefused?: (obstacles: readonly UndoObstacle[]) => void): Promise<void> {
    await act(
      async () => {
        try {
          return await api.write('POST', `/change-sets/${id}/undo`)
        } catch (error) {
          if (!onRefused || !(error instanceof ApiError) || error.error !== 'UNDO_STATE') throw error
          onRefused(error.obstacles)
          return null
        }
      },
      // a large change is undone in the background, which is shown above every page
      (undone) => (undone === null || 'task' in undone ? null : doneText(undone)),
    )
    void refresh(queries, membersKey, duplicatesKey, groupsKey, importsKey, changeSetsKey, clubTasksKey)
  }
  function announce(message: string, changeSetId: string | null): void {
    if (changeSetId === null) alerts.show(message, 'done')
    else alerts.show(message, 'done', UNDO_MS, () => void undoChangeSet(changeSetId))
  }
  return { busy, undoChangeSet, announce }
}
