/** The most characters of a text of a node, as HTML. */
export const MAX_TEXT = 20_000

/** A text by two-letter language, such as `en` and `cy`. */
export type Words = Readonly<Record<string, string>>

/** A named part of a node's text. */
export interface Section {
  /** Unique in the node, and never changed. */
  key: string
  /** Such as `text`, `video` or `files`. */
  type: string
  /**
   * The id of the scheme's section (`SchemeSection`) from which this one was made; null = none. It decides who reads
   * this section, and its name is shown where this one has no title.
   */
  of: number | null
  title: Words
  value: Words
}

/** New texts of some languages; null removes a language, and languages left out stay. */
export type WordChanges = Readonly<Record<string, string | null>>

/**
 * A change of one section of a node; `id` is the node's. Authors who edit different sections do not overwrite each
 * other. `before` is the key of the section to stand before; null, or a section that was removed meanwhile, means the
 * end.
 */
export type SectionEdit =
  | { do: 'add-section'; id: string; section: Section; before: string | null }
  | { do: 'set-section'; id: string; key: string; set: { title?: WordChanges; value?: WordChanges } }
  | { do: 'move-section'; id: string; key: string; before: string | null }
  | { do: 'remove-section'; id: string; key: string }

/** A node has at most this many sections; most nodes have fewer than ten. */
export const MAX_SECTIONS = 100

type SectionRefusal = 'SECTION_NOT_FOUND' | 'SECTION_TAKEN' | 'TOO_MANY_SECTIONS'

/** The sections after an edit and the edit that reverts it, or the code of a refusal. */
type SectionsEdited = { content: Section[]; undo: SectionEdit } | SectionRefusal

/** Whether an edit of a tree is one of a section. */
export function isSectionEdit(edit: { do: string }): edit is SectionEdit {
  return edit.do.endsWith('-section')
}

/** Applies one edit to the sections of a node. */
export function editSections(content: readonly Section[], edit: SectionEdit): SectionsEdited {
  const { id } = edit
  if (edit.do === 'add-section') {
    const { section, before } = edit
    if (content.some(({ key }) => key === section.key)) return 'SECTION_TAKEN'
    if (content.length >= MAX_SECTIONS) return 'TOO_MANY_SECTIONS'
    return { content: insertBefore(content, section, before), undo: { do: 'remove-section', id, key: section.key } }
  }
  const { key } = edit
  const index = content.findIndex((candidate) => candidate.key === key)
  const section = content[index]
  if (!section) return 'SECTION_NOT_FOUND'
  const others = content.toSpliced(index, 1)
  const before = content[index + 1]?.key ?? null
  switch (edit.do) {
    case 'set-section': {
      const title = applyWordChanges(section.title, edit.set.title)
      const value = applyWordChanges(section.value, edit.set.value)
      const undoSet = {
        ...(edit.set.title ? { title: inverseWordChanges(section.title, edit.set.title) } : {}),
        ...(edit.set.value ? { value: inverseWordChanges(section.value, edit.set.value) } : {}),
      }
      const edited = content.with(index, { ...section, title, value })
      return { content: edited, undo: { do: 'set-section', id, key, set: undoSet } }
    }
    case 'move-section':
      return { content: insertBefore(others, section, edit.before), undo: { do: 'move-section', id, key, before } }
    case 'remove-section':
      return { content: others, undo: { do: 'add-section', id, section, before } }
  }
}

/** Texts after some languages were changed. */
export function applyWordChanges(words: Words, changes: WordChanges = {}): Words {
  const next: Record<string, string> = { ...words }
  for (const [language, text] of Object.entries(changes)) {
    if (text === null) delete next[language]
    else next[language] = text
  }
  return next
}

/** Without the languages whose text is blank, so that their readers see the text of another language. */
export function withoutBlankWords(words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim() !== ''))
}

/** The changes that revert `changes`, which were made to `words`. */
export function inverseWordChanges(words: Words, changes: WordChanges): WordChanges {
  return Object.fromEntries(Object.keys(changes).map((language) => [language, words[language] ?? null]))
}

function insertBefore(content: readonly Section[], section: Section, before: string | null): Section[] {
  const index = before === null ? -1 : content.findIndex(({ key }) => key === before)
  return index < 0 ? [...content, section] : content.toSpliced(index, 0, section)
}

/** A key for a new section that no section of the node has; `random` is a random text, such as a UUID. */
export function newSectionKey(content: readonly Section[], random: string): string {
  const key = `s-${random.replaceAll(/[^a-z0-9]/g, '').slice(0, 12)}`
  return content.some((section) => section.key === key) ? `${key}-${content.length}` : key
}

/**
 * The edits that turn the sections `from` of the node `id` into `to`. They touch only what differs. Sections are
 * matched by key; one whose type or scheme section differs is removed and added again.
 */
export function sectionEdits(id: string, from: readonly Section[], to: readonly Section[]): SectionEdit[] {
  const edits: SectionEdit[] = []
  const keys = new Set(to.map(({ key }) => key))
  let content: readonly Section[] = from
  const apply = (edit: SectionEdit) => {
    const edited = editSections(content, edit)
    // refused only when `to` has more than `MAX_SECTIONS`; the section is left out then
    if (typeof edited === 'string') return
    content = edited.content
    edits.push(edit)
  }
  for (const { key } of from) if (!keys.has(key)) apply({ do: 'remove-section', id, key })
  // from the last section to the first, so that the section before which each one goes is in its place already
  let before: string | null = null
  for (const section of to.toReversed()) {
    const { key } = section
    const index = content.findIndex((candidate) => candidate.key === key)
    const existing = content[index]
    if (!existing || existing.type !== section.type || existing.of !== section.of) {
      if (existing) apply({ do: 'remove-section', id, key })
      apply({ do: 'add-section', id, section, before })
    } else {
      const title = wordChanges(existing.title, section.title)
      const value = wordChanges(existing.value, section.value)
      const set = { ...(title ? { title } : {}), ...(value ? { value } : {}) }
      if (title || value) apply({ do: 'set-section', id, key, set })
      if ((content[index + 1]?.key ?? null) !== before) apply({ do: 'move-section', id, key, before })
    }
    before = key
  }
  return edits
}

/** The changes that turn the texts `from` into `to`; null when nothing differs. */
export function wordChanges(from: Words, to: Words): WordChanges | null {
  const languages = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  const differing = languages.filter((language) => from[language] !== to[language])
  if (differing.length === 0) return null
  return Object.fromEntries(differing.map((language) => [language, to[language] ?? null]))
}
