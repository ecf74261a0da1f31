import type { LucideIcon } from 'lucide-react'

/** A lucide icon in the size of the text. Screen readers skip it, so a text is beside it or its button has a name. */
export function Icon({ icon: Drawing }: { icon: LucideIcon }) {
  return <Drawing className="i" aria-hidden="true" />
}
