import type { Section, SectionEdit, Words } from './content.ts'

/** Where a linked node comes from. */
export interface Origin {
  /** Id of the scheme it is linked to: another one of the client, or what a subscribed scheme follows. */
  scheme: string
  /** Its id there. */
  id: string
  /** The node of this scheme that was linked, itself or one above it; empty in a subscribed scheme, which is linked whole. */
  root: string
  /** Languages whose words are the owner's; others are this scheme's own translations. */
  languages: readonly string[]
}

interface Linked {
  id: string
  origin?: Origin
}

/** The place of a linked node among the author's own is the author's to choose, and so is what goes with the place. */
const OF_THE_PLACE = ['hidden', 'skipped', 'starred', 'group']

export function isLinkRoot(node: Linked): boolean {
  return node.origin?.root === node.id
}

/** Below a linked node: neither moved nor deleted here. */
export function isForeign(node: Linked | undefined): boolean {
  return node?.origin !== undefined && !isLinkRoot(node)
}

/** Whether a change of fields touches what is the owner's. */
export function foreignChange(node: Linked, fields: { title?: Readonly<Record<string, string | null>> }): boolean {
  const { origin } = node
  if (!origin) return false
  return Object.keys(fields).some((key) => {
    if (key === 'pins') return false
    if (key === 'title') return namesOwners(fields.title, origin)
    return !(isLinkRoot(node) && OF_THE_PLACE.includes(key))
  })
}

/** Whether a change of a section touches what is the owner's: all but its own translations. */
export function foreignSection({ origin }: Linked, edit: SectionEdit): boolean {
  if (!origin) return false
  return edit.do !== 'set-section' || namesOwners(edit.set.title, origin) || namesOwners(edit.set.value, origin)
}

function namesOwners(changes: Readonly<Record<string, unknown>> | undefined, { languages }: Origin): boolean {
  return Object.keys(changes ?? {}).some((language) => languages.includes(language))
}

/** The owner's words, and beside them this scheme's own in languages that the owner has none of. */
export function mergedWords(own: Words | undefined, owners: Words, languages: readonly string[]): Words {
  const local = Object.entries(own ?? {}).filter(([language]) => !languages.includes(language))
  const theirs = Object.entries(owners).filter(([language]) => languages.includes(language))
  return Object.fromEntries([...theirs, ...local])
}

export function mergedContent(
  own: readonly Section[] | undefined,
  owners: readonly Section[],
  languages: readonly string[],
): Section[] {
  return owners.map((section) => {
    const was = own?.find(({ key, type }) => key === section.key && type === section.type)
    return {
      ...section,
      title: mergedWords(was?.title, section.title, languages),
      value: mergedWords(was?.value, section.value, languages),
    }
  })
}
