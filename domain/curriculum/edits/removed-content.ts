import type { Section, Words } from '#domain/curriculum/content.ts'
import type { Change } from '#domain/curriculum/tree-diff.ts'

interface RemovedContent {
  id: string
  what: 'node' | 'section' | 'words' | 'video'
  words: Words
}

/** What a change of a tree takes away without putting something in its place. */
export function removedContent(changes: readonly Change[]): RemovedContent[] {
  return changes.flatMap((change): RemovedContent[] => {
    const { id, title } = change.node
    if (change.what === 'removed') return [{ id, what: 'node', words: title }]
    if (change.what !== 'changed') return []
    const { node, was } = change
    const kept = new Map(node.content.map((section) => [section.key, section]))
    const sections = was.content.flatMap((section): RemovedContent[] => {
      const now = kept.get(section.key)
      if (!now || now.type !== section.type) return [{ id, what: 'section', words: spoken(section) }]
      return [...gone(section.title, now.title), ...gone(section.value, now.value)].map((words) => ({
        id,
        what: 'words',
        words,
      }))
    })
    const titles = gone(was.title, title).map((words): RemovedContent => ({ id, what: 'words', words }))
    const videos = was.videos
      .filter((video) => !node.videos.includes(video))
      .map((): RemovedContent => ({ id, what: 'video', words: title }))
    return [...titles, ...sections, ...videos]
  })
}

const spoken = ({ title, value }: Section): Words => (Object.keys(value).length > 0 ? value : title)

function gone(was: Words, now: Words): Words[] {
  return Object.entries(was)
    .filter(([language, text]) => text.trim() !== '' && (now[language] ?? '').trim() === '')
    .map(([language, text]) => ({ [language]: text }))
}
