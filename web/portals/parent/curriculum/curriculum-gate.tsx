import { useSearchParams } from 'react-router'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { useCloseDialog } from '../use-close-dialog.ts'

const CurriculumDialog = lazyWithRetry(() =>
  import('./curriculum-dialog.tsx').then((module) => module.CurriculumDialog),
)

/** Opens the curriculum dialog over any page by `?curriculum=swim/stage-4` in the URL, so that links and the back button work. */
export function CurriculumGate() {
  const [query, setQuery] = useSearchParams()
  const schemePath = query.get('curriculum')
  const closedQuery = new URLSearchParams(query)
  closedQuery.delete('curriculum')
  const close = useCloseDialog(schemePath !== null, closedQuery.toString())
  const open = (path: string) => setQuery((before) => ({ ...Object.fromEntries(before), curriculum: path }))
  if (schemePath === null) return null
  return <CurriculumDialog schemePath={schemePath} onOpen={open} onClose={close} />
}
