import type { Section, SectionEdit, Words } from './content.ts'

/** Where a linked node comes from, and what of it belongs to the owner. */
export interface Origin {
  /** The id of the source scheme: another scheme of the client, or the one that a subscribed scheme follows. */
  scheme: string
  /** The id of the node in the source scheme. */
  id: string
  /** The top node of the link in this scheme; empty in a subscribed scheme, which is linked as a whole. */
  root: string
  /** Languages whose texts are the owner's. Texts in other languages are translations of this scheme. */
  languages: readonly string[]
}

/** The fields of a node that say whether it is linked; without an origin it is this scheme's own. */
interface Linked {
  id: string
  origin?: Origin
}

/** Fields of the top node of a link that this scheme's authors may set [R5.13]. */
const OWN_FIELDS_OF_ROOT = ['hidden', 'skipped', 'starred', 'group']

/** Whether a node is the top node of a link. */
export function isLinkRoot(node: Linked): boolean {
  return node.origin?.root === node.id
}

/**
 * Whether a node is below the top node of a link, so that it can be neither moved nor deleted in this scheme. All nodes
 * of a subscribed scheme count as such.
 */
export function isBelowLinkRoot(node: Linked | undefined): boolean {
  return node?.origin !== undefined && !isLinkRoot(node)
}

/**
 * Whether a change of a node's fields touches what only the owner may change. Pins are not the owner's: they belong to
 * this scheme's translations.
 */
export function changesOwnersFields(
  node: Linked,
  fields: { title?: Readonly<Record<string, string | null>> },
): boolean {
  const { origin } = node
  if (!origin) return false
  return Object.keys(fields).some((key) => {
    if (key === 'pins') return false
    if (key === 'title') return touchesOwnerLanguage(fields.title, origin)
    return !(isLinkRoot(node) && OWN_FIELDS_OF_ROOT.includes(key))
  })
}

/**
 * Whether a change of a section touches what only the owner may change, which is all but this scheme's translations.
 */
export function changesOwnersSection({ origin }: Linked, edit: SectionEdit): boolean {
  if (!origin) return false
  if (edit.do !== 'set-section') return true
  return touchesOwnerLanguage(edit.set.title, origin) || touchesOwnerLanguage(edit.set.value, origin)
}

function touchesOwnerLanguage(changes: Readonly<Record<string, unknown>> | undefined, { languages }: Origin): boolean {
  return Object.keys(changes ?? {}).some((language) => languages.includes(language))
}

/** The owner's texts in the owner's `languages`, and this scheme's own texts (`local`) in all others. */
export function mergeOwnersWords(local: Words | undefined, owners: Words, languages: readonly string[]): Words {
  const translations = Object.entries(local ?? {}).filter(([language]) => !languages.includes(language))
  const ofOwner = Object.entries(owners).filter(([language]) => languages.includes(language))
  return Object.fromEntries([...ofOwner, ...translations])
}

/** The owner's sections, with the translations that this scheme has for them in `local`. */
export function mergeOwnersContent(
  local: readonly Section[] | undefined,
  owners: readonly Section[],
  languages: readonly string[],
): Section[] {
  return owners.map((section) => {
    const localSection = local?.find(({ key, type }) => key === section.key && type === section.type)
    return {
      ...section,
      title: mergeOwnersWords(localSection?.title, section.title, languages),
      value: mergeOwnersWords(localSection?.value, section.value, languages),
    }
  })
}
