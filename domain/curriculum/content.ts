/** A text by two-letter language, such as `en` and `cy`. */
export type Words = Readonly<Record<string, string>>

/** A named part of a node's text. */
export interface Section {
  /** Unique in the node, and never changed. */
  key: string
  type: string
  /**
   * The id of the scheme's section it was made from, whose name is shown without a title and whose visibility holds.
   */
  of: number | null
  title: Words
  value: Words
}

/** New texts of some languages; null removes a language, and languages left out stay. */
type WordChanges = Readonly<Record<string, string | null>>

/**
 * A change of one section of a node; `id` is the node's. Authors who edit different sections do not overwrite each
 * other. `before` is the key of the section to stand before; null is the end.
 */
export type SectionEdit =
  | { do: 'add-section'; id: string; section: Section; before: string | null }
  | { do: 'set-section'; id: string; key: string; set: { title?: WordChanges; value?: WordChanges } }
  | { do: 'move-section'; id: string; key: string; before: string | null }
  | { do: 'remove-section'; id: string; key: string }

/** A node has at most this many sections; usual are fewer than ten. */
export const MAX_SECTIONS = 100

type SectionRefusal = 'SECTION_NOT_FOUND' | 'SECTION_TAKEN' | 'TOO_MANY_SECTIONS'

type SectionsEdited = { content: Section[]; undo: SectionEdit } | SectionRefusal

/** Whether an edit of a tree is one of a section. */
export function isSectionEdit(edit: { do: string }): edit is SectionEdit {
  return edit.do.endsWith('-section')
}

/** Applies one change to the sections of a node. `undo` reverts it exactly; a refusal is the code of the error. */
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
      const [title, value] = [
        applyWordChanges(section.title, edit.set.title),
        applyWordChanges(section.value, edit.set.value),
      ]
      const set = {
        ...(edit.set.title ? { title: inverseWordChanges(section.title, edit.set.title) } : {}),
        ...(edit.set.value ? { value: inverseWordChanges(section.value, edit.set.value) } : {}),
      }
      return { content: content.with(index, { ...section, title, value }), undo: { do: 'set-section', id, key, set } }
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
 * The edits that turn the sections `now` of the node `id` into `wanted`. They touch only what differs. Sections are
 * matched by key; one whose type or scheme section differs is removed and added again.
 */
export function sectionEdits(id: string, now: readonly Section[], wanted: readonly Section[]): SectionEdit[] {
  const edits: SectionEdit[] = []
  const keys = new Set(wanted.map(({ key }) => key))
  let content: readonly Section[] = now
  const act = (edit: SectionEdit) => {
    const done = editSections(content, edit)
    if (typeof done === 'string') return
    content = done.content
    edits.push(edit)
  }
  for (const { key } of now) if (!keys.has(key)) act({ do: 'remove-section', id, key })
  let before: string | null = null
  for (const want of wanted.toReversed()) {
    const index = content.findIndex(({ key }) => key === want.key)
    const have = content[index]
    if (!have || have.type !== want.type || have.of !== want.of) {
      if (have) act({ do: 'remove-section', id, key: have.key })
      act({ do: 'add-section', id, section: want, before })
    } else {
      const set = {
        ...differing('title', have.title, want.title),
        ...differing('value', have.value, want.value),
      }
      if (Object.keys(set).length > 0) act({ do: 'set-section', id, key: want.key, set })
      if ((content[index + 1]?.key ?? null) !== before) act({ do: 'move-section', id, key: want.key, before })
    }
    before = want.key
  }
  return edits
}

function differing<K extends string>(name: K, have: Words, want: Words): Partial<Record<K, WordChanges>> {
  const changes = wordChanges(have, want)
  return changes ? ({ [name]: changes } as Partial<Record<K, WordChanges>>) : {}
}

/** The changes that turn the texts `have` into `want`; null when nothing differs. */
export function wordChanges(have: Words, want: Words): WordChanges | null {
  const languages = new Set([...Object.keys(have), ...Object.keys(want)])
  const changes = [...languages]
    .filter((language) => have[language] !== want[language])
    .map((language) => [language, want[language] ?? null])
  return changes.length === 0 ? null : (Object.fromEntries(changes) as WordChanges)
}
