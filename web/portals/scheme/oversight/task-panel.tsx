import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskDetail } from '#contract/platform/tasks.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { FactList, ReadOnlyParts, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDeviceMoment } from '../device-day.ts'
import { tasksKey, useTaskKindName } from './task-data.ts'
import { TaskProgress } from './task-progress.tsx'

/** How often a queued or running task is polled. */
const POLL_MS = 3_000

/** The detail view of a task with its log, beside the list. */
export function TaskPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const kindName = useTaskKindName()
  const answer = useQuery({
    queryKey: [...tasksKey, 'detail', id],
    queryFn: ({ signal }) => api.get(`/tasks/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'queued' || data?.state === 'running' ? POLL_MS : false),
  })
  return (
    <SideSheet
      id={id}
      answer={answer}
      nameOf={(task) => kindName(task.kind)}
      title={t('author.tasks.one')}
      notFoundText={t('author.tasks.unknown')}
      onClose={onClose}
    >
      {(task) => <Detail task={task} onClose={onClose} />}
    </SideSheet>
  )
}

function Detail({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const kindName = useTaskKindName()
  const moment = useDeviceMoment()
  const hasActions = task.can_cancel || task.can_retry
  return (
    <>
      <SideHead
        name={kindName(task.kind)}
        facts={[task.about, t(`author.tasks.states.${task.state}`)]}
        onClose={onClose}
      >
        {hasActions ? <TaskActions task={task} /> : undefined}
      </SideHead>
      <ReadOnlyParts label={t('author.tasks.progress')}>
        <section>
          <h3>{t('author.tasks.progress')}</h3>
          <p>
            <TaskProgress task={task} />
          </p>
          <FactList
            facts={[
              [t('author.tasks.by'), task.by ?? t('author.tasks.nobody')],
              [t('author.tasks.created'), moment(task.created)],
              [t('author.tasks.due'), task.state === 'queued' ? moment(task.due) : null],
              [t('author.tasks.ended'), task.ended === null ? null : moment(task.ended)],
            ]}
          />
        </section>
        <section>
          <h3>{t('author.tasks.log')}</h3>
          {task.log.length === 0 ? <p className="dim">{t('author.tasks.noLog')}</p> : null}
          <ol className="log">
            {task.log.map(({ at: loggedTs, event, detail, by }, index) => (
              // entries are only added at the end, so the index is a stable key
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                {t(`author.tasks.event.${event}`)} {by === null ? null : <span className="dim">{by}</span>}
                <time className="small dim">{moment(loggedTs)}</time>
                {detail === null ? null : <code className="small">{detail}</code>}
              </li>
            ))}
          </ol>
        </section>
      </ReadOnlyParts>
    </>
  )
}

function TaskActions({ task: { id, kind, can_cancel: canCancel } }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const kindName = useTaskKindName()
  const [confirming, setConfirming] = useState(false)
  const { busy, act } = useAct((code) => (code === 'TASK_STATE' ? t('author.tasks.changed') : undefined))
  const close = () => setConfirming(false)
  const run = (command: 'cancel' | 'retry') =>
    act(
      () => api.write('POST', `/tasks/${id}/${command}`),
      () => t(`author.tasks.did.${command}`),
    ).finally(() => {
      close()
      void refresh(queries, tasksKey)
    })
  // a task has these buttons only if it can be cancelled or retried
  if (!canCancel)
    return (
      <Button size="small" disabled={busy} onClick={() => void run('retry')}>
        <Icon icon={RotateCcw} />
        {t('author.tasks.retry')}
      </Button>
    )
  return (
    <>
      <Button size="small" kind="risk" onClick={() => setConfirming(true)}>
        <Icon icon={Ban} />
        {t('author.tasks.cancel')}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={t('author.tasks.cancelTitle', { kind: kindName(kind) })}
        confirmLabel={t('author.tasks.cancelYes')}
        busy={busy}
        onClose={close}
        onConfirm={() => void run('cancel')}
      >
        <p>{t('author.tasks.cancelText')}</p>
      </ConfirmDialog>
    </>
  )
}
