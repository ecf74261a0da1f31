import { useSearchParams } from 'react-router'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'

const CurriculumDialog = lazyWithRetry(() =>
  import('./curriculum-dialog.tsx').then((module) => module.CurriculumDialog),
)

/** Opens the curriculum dialog over any page by `?curriculum=swim/stage-4` in the URL, so that links and the back button work. */
export function CurriculumGate() {
  const [query, setQuery] = useSearchParams()
  const schemePath = query.get('curriculum')
  const setSchemePath = (value: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      if (value === null) next.delete('curriculum')
      else next.set('curriculum', value)
      return next
    })
  if (schemePath === null) return null
  return <CurriculumDialog schemePath={schemePath} onOpen={setSchemePath} onClose={() => setSchemePath(null)} />
}
