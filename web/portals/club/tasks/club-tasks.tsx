import { Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ClubTask, ClubTaskResult } from '#contract/tenants/club-tasks.ts'
import { useAct } from '#web/desk/use-act.ts'
import { WorkProgress } from '#web/desk/work-progress.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useUndo } from '../use-undo.ts'
import { useInvitedWords } from './invited-words.ts'
import { useClubTasks } from './use-club-tasks.ts'

/** The long work that the user has begun: on every page, how far it is, and then what came of it until that is closed. */
export function ClubTasks() {
  const { t } = useTranslation()
  const { tasks, dismiss } = useClubTasks()
  if (tasks.length === 0) return null
  return (
    <section className="notices" aria-label={t('club.tasks.title')}>
      {tasks.map((task) =>
        task.state === 'running' ? (
          <RunningTask key={task.id} task={task} />
        ) : (
          <EndedTask key={task.id} task={task} onDismiss={dismiss} />
        ),
      )}
    </section>
  )
}

function RunningTask({ task: { kind, done, total } }: { task: ClubTask }) {
  const { t } = useTranslation()
  const what = t(`club.tasks.doing.${kind}`)
  return (
    <div className="alert">
      <div>
        <h2>{what}</h2>
        <WorkProgress label={what} done={done} total={total} />
      </div>
    </div>
  )
}

function EndedTask({ task, onDismiss }: { task: ClubTask; onDismiss: (id: string) => Promise<void> }) {
  const { t } = useTranslation()
  const { busy, undoChangeSet } = useUndo()
  const { act } = useAct()
  const words = useResultWords()
  const { id, kind, result } = task
  const what = t(`club.tasks.doing.${kind}`)
  const undo = result?.undo ?? null
  const dismiss = () => act(() => onDismiss(id))

  async function undoResult(changeSet: string): Promise<void> {
    await undoChangeSet(changeSet)
    await dismiss()
  }
  return (
    <Alert
      kind={result === null || result.refused !== null ? 'bad' : 'done'}
      end={
        <span className="split">
          {undo === null ? null : (
            <Button size="small" disabled={busy} onClick={() => void undoResult(undo)}>
              <Icon icon={Undo2} />
              {t('shell.undo')}
            </Button>
          )}
          <Button
            kind="bare"
            icon
            aria-label={t('club.tasks.dismiss', { what })}
            disabled={busy}
            onClick={() => void dismiss()}
          >
            <Icon icon={X} />
          </Button>
        </span>
      }
    >
      <h2>{what}</h2>
      <p>{result === null ? t('club.tasks.failed') : words(task, result)}</p>
    </Alert>
  )
}

/** Says what came of a task. */
function useResultWords(): (task: ClubTask, result: ClubTaskResult) => string {
  const { t } = useTranslation()
  const invitedWords = useInvitedWords()
  return ({ kind, total }, { refused, kept, invited, linked, closed }) => {
    if (refused !== null) return refusalOf(kind, refused)
    switch (kind) {
      case 'members':
        return t('club.select.changed', { count: total })
      case 'undo':
        return kept === 0 ? t('club.undo.undone') : t('club.tasks.kept', { count: kept })
      case 'term-board':
        return t('club.term.applied')
      case 'invites':
        return invitedWords({ invited, linked, refused: closed })
    }
  }

  function refusalOf(kind: ClubTask['kind'], { error, count }: NonNullable<ClubTaskResult['refused']>): string {
    if (error === 'UNDO_STATE') return t('club.tasks.inTheWay', { count })
    if (kind === 'term-board')
      return error === 'TERM_STATE' || error === 'EDIT_CONFLICT' || error === 'MEMBER_INACTIVE'
        ? t(`club.term.${error}`)
        : t('club.tasks.notApplied')
    return error === 'GROUP_FULL' || error === 'GROUP_ENDED' || error === 'MEMBER_INACTIVE'
      ? t(`club.group.${error}`)
      : t('desk.notDone')
  }
}
