import { useSearchParams } from 'react-router'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'

const CurriculumDialog = lazyWithRetry(() =>
  import('./curriculum-dialog.tsx').then((module) => module.CurriculumDialog),
)

/** The curriculum over whatever page is open; `?curriculum=swim/stage-4` says what it shows, so that Back and links work. */
export function CurriculumGate() {
  const [query, setQuery] = useSearchParams()
  const open = query.get('curriculum')
  const show = (value: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      if (value === null) next.delete('curriculum')
      else next.set('curriculum', value)
      return next
    })
  return open === null ? null : <CurriculumDialog open={open} show={show} />
}
