import { useTranslation } from 'react-i18next'
import type { ListedTask } from '#contract/platform/tasks.ts'

/** The progress of a task: a bar if the total is known, else only the count. */
export function TaskProgress({ task: { done, total, state } }: { task: ListedTask }) {
  const { t } = useTranslation()
  if (total === null || total === 0) return done === 0 ? null : t('author.tasks.doneCount', { count: done })
  const text = t('desk.work.of', { done, total })
  return (
    <>
      {state === 'running' || state === 'queued' ? (
        <progress className="meter" value={done} max={total} aria-label={text} />
      ) : null}{' '}
      {text}
    </>
  )
}
