import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { SchemeNodeView } from './scheme-node-view.tsx'

function node(id: string, change: Partial<SchemeNode> = {}): SchemeNode {
  const title = id.split('/').at(-1) ?? ''
  return { id, parentId: null, title, t: 'sg', is_owner: true, content: [], videos: [], children: [], ...change }
}
const content = [{ title: '', type: 'title' as const, value: 'Ears in the water' }]
const leaf = node('/one/a/b/float', { t: 's', content, videos: [1] })
const glide = node('/one/a/b/glide', { t: 's', group: 'On the back' })
const tree = [
  node('/one', {
    t: 'l',
    children: [node('/one/a', { content, children: [node('/one/a/b', { children: [leaf, glide] })] })],
  }),
  node('/two', { t: 'l' }),
]
// only the fields that the page needs
const curriculum = { slug: 'swim', name: 'Swim', tree } as unknown as Curriculum
const videos = [{ id: 1, name: 'How to float', url: 'https://videos.example/float', poster: null }]

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: {} })
})

/** The HTML of a node's page; null is the scheme itself. */
function page(nodeId: string | null): string {
  return renderToStaticMarkup(
    <SchemeNodeView curriculum={curriculum} nodeId={nodeId} onOpen={() => undefined} videos={videos} />,
  )
}
/** The classes of the lists of nodes and videos on a page. */
const listClasses = (html: string) =>
  [...html.matchAll(/<ul class="((?:boxes|choices)[^"]*)"/g)].map(([, listClass]) => listClass)

describe('a node of a scheme', () => {
  test('has its title and a link back to its parent; the scheme itself has no such link', () => {
    expect(page('/one/a')).toMatch(/<button[^>]*class="[^"]*back[^"]*"[^>]*>.*<h2[^>]*>a<\/h2>/s)
    expect(page('/one')).toMatch(/class="[^"]*back/)
    expect(page(null)).not.toMatch(/class="[^"]*back/)
    expect(page(null)).toMatch(/<h2[^>]*>Swim<\/h2>/)
  })

  test('shows videos only when it is a leaf, then its content, then its children', () => {
    const film = /href="https:\/\/videos\.example\/float"/
    expect(page(leaf.id)).toMatch(film)
    expect(page('/one/a')).not.toMatch(film)
    expect(page('/one/a')).toMatch(/Ears in the water.*<ul class="(boxes|choices)/s)
    expect(page(leaf.id)).toMatch(/videos\.example.*Ears in the water/s)
    // the only list of a leaf is that of its videos
    expect(listClasses(page(leaf.id)).slice(1)).toEqual([])
  })

  test('shows children by group: as top boxes in the scheme, as boxes in a level, as lists below', () => {
    expect(listClasses(page(null))).toEqual(['boxes top'])
    expect(listClasses(page('/one'))).toEqual(['boxes'])
    expect(listClasses(page('/one/a'))).toEqual(['choices'])
    expect(page('/one/a/b')).toMatch(
      /<ul class="choices">(?:(?!<\/ul>).)*float.*<h3>On the back<\/h3><ul class="choices">(?:(?!<\/ul>).)*glide/s,
    )
    expect(listClasses(page('/one/a/b'))).toHaveLength(2)
  })
})
