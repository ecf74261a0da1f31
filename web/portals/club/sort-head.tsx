import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'

interface SortHeadProps {
  label: string
  /** `lastname` of `alastname`. */
  field: string
  /** The list's order: `a` or `d` and a field. */
  sort: string
  onSort: (sort: string) => void
  className?: string
}

/** A column's head that sorts; pressed again it turns round. */
export function SortHead({ label, field, sort, onSort, className }: SortHeadProps) {
  const on = sort.slice(1) === field
  const down = on && sort.startsWith('d')
  return (
    <th className={className} aria-sort={on ? (down ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => onSort(`${on && !down ? 'd' : 'a'}${field}`)}>
        {label}
        {on ? <Icon of={down ? ArrowUp : ArrowDown} /> : null}
      </button>
    </th>
  )
}
