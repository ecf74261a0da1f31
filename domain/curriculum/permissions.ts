/** Content types a client's features allow [6.11]: titles always; files and video need rich media; tags need node tags; all else needs all skill fields. */
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

/** Who reads a curriculum: parents, or those who teach and run. */
export type Reader = 'parent' | 'staff'

/**
 * Whether a reader is given a section of a node: by its type [6.11], and by who reads the section of the scheme that it
 * was made from [3.9]. `made`: the scheme's sections by id; one that is made from none is for all.
 */
export function mayReadSection(
  { type, of }: { type: string; of: number | null },
  made: ReadonlyMap<number, { visibility: 'all' | 'coach' | 'author' }>,
  reader: Reader,
  features: Readonly<Record<string, boolean | number>>,
): boolean {
  const visibility = (of === null ? undefined : made.get(of))?.visibility ?? 'all'
  return mayShowContent(type, features) && (visibility === 'all' || (visibility === 'coach' && reader === 'staff'))
}
