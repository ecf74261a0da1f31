import { fingerprint } from '#domain/curriculum/translation.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'

/** One text of a node: its title or, with the key of a section, that section's title or value. */
export interface TextRef {
  id: string
  key: string | null
  part: 'title' | 'value'
  /** Two letters. */
  language: string
}

/** A text that an author replaces, with the fingerprint of the text that the author saw; null for none. */
export interface ReplacedText extends TextRef {
  was: string | null
}

/** The key by which a text is told from others. */
export const textKey = ({ id, key, part, language }: TextRef): string => JSON.stringify([id, key, part, language])

/** A text of a tree; null when there is none, or its node or section is gone. */
export function textAt(tree: Tree, { id, key, part, language }: TextRef): string | null {
  const node = tree.nodes.get(id)
  const owner = key === null ? node : node?.content.find((section) => section.key === key)
  if (!owner) return null
  const words = part === 'title' ? owner.title : 'value' in owner ? owner.value : {}
  return words[language] || null
}

/** The texts that one edit writes; null removes a text. */
function textsOf(edit: Edit): (TextRef & { now: string | null })[] {
  if (edit.do !== 'set' && edit.do !== 'set-section') return []
  const { id } = edit
  const key = edit.do === 'set-section' ? edit.key : null
  const value = edit.do === 'set-section' ? edit.set.value : undefined
  const ofPart = (part: TextRef['part'], changes: Readonly<Record<string, string | null>> = {}) =>
    Object.entries(changes).map(([language, now]) => ({ id, key, part, language, now: now === '' ? null : now }))
  return [...ofPart('title', edit.set.title), ...ofPart('value', value)]
}

/** The texts that edits write, each as the last of them leaves it. */
export function writtenTexts(edits: readonly Edit[]): (TextRef & { now: string | null })[] {
  return [...new Map(edits.flatMap(textsOf).map((text) => [textKey(text), text])).values()]
}

const hashOf = (text: string | null) => (text === null ? null : fingerprint(text))

/**
 * The texts that edits of this tree replace. `seen` is the text that the author saw when that differs from the tree's:
 * another author may have changed it while this one was typing.
 */
export function replacedTexts(tree: Tree, edits: readonly Edit[], seen?: string): ReplacedText[] {
  return writtenTexts(edits)
    .filter(({ id }) => tree.nodes.has(id))
    .map(({ now: _, ...text }) => ({
      ...text,
      was: hashOf(seen === undefined ? textAt(tree, text) : seen === '' ? null : seen),
    }))
}

/**
 * The texts of a batch that the tree no longer has as its author saw them. A text that is already what the author wrote
 * is none of them.
 */
export function changedTexts(tree: Tree, edits: readonly Edit[], replaced: readonly ReplacedText[]): TextRef[] {
  const seen = new Map(replaced.map(({ was, ...text }) => [textKey(text), was]))
  return writtenTexts(edits).flatMap(({ now, ...text }) => {
    const was = seen.get(textKey(text))
    const present = textAt(tree, text)
    return was === undefined || hashOf(present) === was || present === now ? [] : [text]
  })
}

/** The edits without what they write into these texts; an edit that wrote nothing else is left out. */
export function withoutTexts(edits: readonly Edit[], texts: readonly TextRef[]): Edit[] {
  if (texts.length === 0) return [...edits]
  const left = new Set(texts.map(textKey))
  return edits.flatMap((edit): Edit[] => {
    const dropped = textsOf(edit).filter((text) => left.has(textKey(text)))
    if (dropped.length === 0) return [edit]
    const keep = <W>(part: TextRef['part'], changes: Readonly<Record<string, W>> | undefined) => {
      const languages = dropped.filter((text) => text.part === part).map(({ language }) => language)
      const kept = Object.entries(changes ?? {}).filter(([language]) => !languages.includes(language))
      return kept.length > 0 ? { [part]: Object.fromEntries(kept) } : {}
    }
    if (edit.do === 'set') {
      const { title, ...others } = edit.set
      const set = { ...others, ...keep('title', title) }
      return Object.keys(set).length > 0 ? [{ ...edit, set }] : []
    }
    if (edit.do !== 'set-section') return [edit]
    const set = { ...keep('title', edit.set.title), ...keep('value', edit.set.value) }
    return Object.keys(set).length > 0 ? [{ ...edit, set }] : []
  })
}

/** The edit that writes one text. */
export function editOfText({ id, key, part, language }: TextRef, text: string | null): Edit {
  if (key === null) return { do: 'set', id, set: { title: { [language]: text } } }
  return { do: 'set-section', id, key, set: { [part]: { [language]: text } } }
}

/** Whether edits write into a text. */
export function writesText(edits: readonly Edit[], text: TextRef): boolean {
  const key = textKey(text)
  return edits.some((edit) => textsOf(edit).some((written) => textKey(written) === key))
}
