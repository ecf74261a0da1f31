import type { LucideIcon } from 'lucide-react'

/** A lucide icon in the size of the text. Words stand beside it, or its button has a name. */
export function Icon({ of: Drawing }: { of: LucideIcon }) {
  return <Drawing className="i" aria-hidden="true" />
}
