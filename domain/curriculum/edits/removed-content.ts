import type { Section, Words } from '#domain/curriculum/content.ts'
import type { Change } from '#domain/curriculum/tree-diff.ts'

interface RemovedContent {
  /** The id of the node. */
  id: string
  what: 'node' | 'section' | 'words' | 'video'
  /** The text that is removed; for a node or a video, the node's title. */
  words: Words
}

/** The content that a change of a tree removes without replacing it. */
export function removedContent(changes: readonly Change[]): RemovedContent[] {
  return changes.flatMap((change): RemovedContent[] => {
    const { id, title } = change.node
    if (change.what === 'removed') return [{ id, what: 'node', words: title }]
    if (change.what !== 'changed') return []
    const { node, was } = change
    const sectionsNow = new Map(node.content.map((section) => [section.key, section]))
    const sections = was.content.flatMap((section): RemovedContent[] => {
      const now = sectionsNow.get(section.key)
      if (!now || now.type !== section.type) return [{ id, what: 'section', words: textOf(section) }]
      return [...removedWords(section.title, now.title), ...removedWords(section.value, now.value)].map((words) => ({
        id,
        what: 'words',
        words,
      }))
    })
    const titles = removedWords(was.title, title).map((words): RemovedContent => ({ id, what: 'words', words }))
    const videos = was.videos
      .filter((video) => !node.videos.includes(video))
      .map((): RemovedContent => ({ id, what: 'video', words: title }))
    return [...titles, ...sections, ...videos]
  })
}

/** A section's texts, or its titles when it has no text. */
const textOf = ({ title, value }: Section): Words => (Object.keys(value).length > 0 ? value : title)

/** Each language whose text was there and is empty now. */
function removedWords(was: Words, now: Words): Words[] {
  return Object.entries(was)
    .filter(([language, text]) => text.trim() !== '' && (now[language] ?? '').trim() === '')
    .map(([language, text]) => ({ [language]: text }))
}
