/** Words by language: `en`, `cy`. */
export type Words = Readonly<Record<string, string>>

/** One part of what a node says. `key` is its name within the node, given once. */
export interface Section {
  key: string
  type: string
  /** The scheme's section it was made from: its name stands in for a title, and it says who reads it. */
  of: number | null
  title: Words
  value: Words
}

/** Words to change, each language by itself; null takes one away. */
type WordChanges = Readonly<Record<string, string | null>>

/** A change of one section of one node: authors at different sections of a node never touch each other. */
export type SectionEdit =
  | { do: 'add-section'; id: string; section: Section; before: string | null }
  | { do: 'set-section'; id: string; key: string; set: { title?: WordChanges; value?: WordChanges } }
  | { do: 'move-section'; id: string; key: string; before: string | null }
  | { do: 'remove-section'; id: string; key: string }

/** No node says more; the screens are made for a handful. */
export const MOST_SECTIONS = 100

type SectionRefusal = 'SECTION_NOT_FOUND' | 'SECTION_TAKEN' | 'TOO_MANY_SECTIONS'

type SectionsEdited = { content: Section[]; undo: SectionEdit } | SectionRefusal

export function isSectionEdit(edit: { do: string }): edit is SectionEdit {
  return edit.do.endsWith('-section')
}

/** Applies one change to the sections of a node; `undo` takes exactly that back. */
export function editSections(content: readonly Section[], edit: SectionEdit): SectionsEdited {
  const { id } = edit
  if (edit.do === 'add-section') {
    const { section, before } = edit
    if (content.some((one) => one.key === section.key)) return 'SECTION_TAKEN'
    if (content.length >= MOST_SECTIONS) return 'TOO_MANY_SECTIONS'
    return { content: placed(content, section, before), undo: { do: 'remove-section', id, key: section.key } }
  }
  const { key } = edit
  const at = content.findIndex((one) => one.key === key)
  const section = content[at]
  if (!section) return 'SECTION_NOT_FOUND'
  const others = content.toSpliced(at, 1)
  const before = content[at + 1]?.key ?? null
  switch (edit.do) {
    case 'set-section': {
      const [title, value] = [changed(section.title, edit.set.title), changed(section.value, edit.set.value)]
      const set = {
        ...(edit.set.title ? { title: inverseWordChanges(section.title, edit.set.title) } : {}),
        ...(edit.set.value ? { value: inverseWordChanges(section.value, edit.set.value) } : {}),
      }
      return { content: content.with(at, { ...section, title, value }), undo: { do: 'set-section', id, key, set } }
    }
    case 'move-section':
      return { content: placed(others, section, edit.before), undo: { do: 'move-section', id, key, before } }
    case 'remove-section':
      return { content: others, undo: { do: 'add-section', id, section, before } }
  }
}

/** Words with some languages changed. */
export function changed(words: Words, changes: WordChanges = {}): Words {
  const next: Record<string, string> = { ...words }
  for (const [language, text] of Object.entries(changes)) {
    if (text === null) delete next[language]
    else next[language] = text
  }
  return next
}

/** What takes these changes back. */
export function inverseWordChanges(words: Words, changes: WordChanges): WordChanges {
  return Object.fromEntries(Object.keys(changes).map((language) => [language, words[language] ?? null]))
}

function placed(content: readonly Section[], section: Section, before: string | null): Section[] {
  const at = before === null ? -1 : content.findIndex((one) => one.key === before)
  return at < 0 ? [...content, section] : content.toSpliced(at, 0, section)
}

/** A name for a new section that the node does not have. */
export function newSectionKey(content: readonly Section[], random: string): string {
  const key = `s-${random.replaceAll(/[^a-z0-9]/g, '').slice(0, 12)}`
  return content.some((one) => one.key === key) ? `${key}-${content.length}` : key
}

/**
 * Edits that make the sections of a node `wanted`, touching only what differs. A wanted one stands for the first of the
 * same key that is left, or without one for the first of the same type and title.
 */
export function sectionEdits(id: string, now: readonly Section[], wanted: readonly Section[]): SectionEdit[] {
  const edits: SectionEdit[] = []
  const keys = new Set(wanted.map((one) => one.key))
  let content: readonly Section[] = now
  const act = (edit: SectionEdit) => {
    const done = editSections(content, edit)
    if (typeof done === 'string') return
    content = done.content
    edits.push(edit)
  }
  for (const one of now) if (!keys.has(one.key)) act({ do: 'remove-section', id, key: one.key })
  let before: string | null = null
  for (const want of wanted.toReversed()) {
    const at = content.findIndex((one) => one.key === want.key)
    const have = content[at]
    if (!have || have.type !== want.type || have.of !== want.of) {
      if (have) act({ do: 'remove-section', id, key: have.key })
      act({ do: 'add-section', id, section: want, before })
    } else {
      const set = {
        ...differing('title', have.title, want.title),
        ...differing('value', have.value, want.value),
      }
      if (Object.keys(set).length > 0) act({ do: 'set-section', id, key: want.key, set })
      if ((content[at + 1]?.key ?? null) !== before) act({ do: 'move-section', id, key: want.key, before })
    }
    before = want.key
  }
  return edits
}

function differing<K extends string>(name: K, have: Words, want: Words): Partial<Record<K, WordChanges>> {
  const changes = wordChanges(have, want)
  return changes ? ({ [name]: changes } as Partial<Record<K, WordChanges>>) : {}
}

/** What makes words the others; null when they are. */
export function wordChanges(have: Words, want: Words): WordChanges | null {
  const languages = new Set([...Object.keys(have), ...Object.keys(want)])
  const changes = [...languages].filter((one) => have[one] !== want[one]).map((one) => [one, want[one] ?? null])
  return changes.length === 0 ? null : (Object.fromEntries(changes) as WordChanges)
}
