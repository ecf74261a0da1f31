/** Whether a client's features allow a type of content [6.11]. */
export function mayShowContent(type: string, features: Readonly<Record<string, boolean | number>>): boolean {
  switch (type) {
    case 'title':
      return true
    case 'files':
    case 'video':
      return Boolean(features['ENABLE_RICH_MEDIA'])
    case 'tags':
      return Boolean(features['ENABLE_NODE_TAGS'])
    default:
      return Boolean(features['ENABLE_ALL_SKILL_FIELDS'])
  }
}

/** Who reads a curriculum in one language: a parent, or a coach, administrator or author (`staff`). */
export type Reader = 'parent' | 'staff'

/**
 * Whether a reader gets a section of a node. It depends on the section's type [6.11] and on the visibility of the
 * scheme's section that it was made from [3.9]; when it was made from none, everybody reads it. A section for authors
 * only is read by nobody in this way; authors read it in the raw tree [R5.12]. So is one whose section of the scheme was
 * deleted, as after an undo, because nobody knows for whom it was written. `schemeSections` are by id.
 */
export function mayReadSection(
  { type, of }: { type: string; of: number | null },
  schemeSections: ReadonlyMap<number, { visibility: 'all' | 'coach' | 'author' }>,
  reader: Reader,
  features: Readonly<Record<string, boolean | number>>,
): boolean {
  const visibility = of === null ? 'all' : (schemeSections.get(of)?.visibility ?? 'author')
  return mayShowContent(type, features) && (visibility === 'all' || (visibility === 'coach' && reader === 'staff'))
}
