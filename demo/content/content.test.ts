import { describe, expect, test } from 'vitest'
import { compileDemoScheme } from '../testing/compile-demo-scheme.ts'
import { gym } from './gym.ts'
import { leisure } from './leisure.ts'
import { library } from './library.ts'
import { demoSchemes } from './schemes.ts'
import { flattenScheme, passOf } from './scheme.ts'
import { swim } from './swim.ts'
import { waterSafety } from './water-safety.ts'

describe.each(demoSchemes.map((scheme) => [scheme.slug, scheme] as const))('%s', (_, scheme) => {
  const flat = flattenScheme(scheme)
  const ids = new Set(flat.map((node) => node.id))

  test('gives every node an allowed id that no other node has', () => {
    expect(ids.size).toBe(flat.length)
    for (const id of ids) expect(id).toMatch(/^(\/[A-Za-z0-9-]+)+$/)
    expect([...ids].filter((id) => id.split('/').includes('manual'))).toEqual([])
  })

  test('requires only nodes that exist, and no more of them than it lists', () => {
    for (const { completion, required } of flat) {
      for (const id of [...(completion?.[0] ?? []), ...required]) expect(ids).toContain(id)
      if (completion) {
        expect(completion[1]).toBeGreaterThan(0)
        expect(completion[1]).toBeLessThanOrEqual(completion[0].length)
      }
    }
  })

  test('can be assessed: levels at the root, skills at the ends, each with a pass point', () => {
    const parents = new Set(flat.map((node) => node.parentId))
    for (const node of flat) {
      if (node.depth === 1) expect(node.t).toBe('l')
      expect(node.t === 's', node.id).toBe(!parents.has(node.id))
      if (node.t === 's') expect(passOf(scheme, node.grade), node.id).toBeGreaterThan(0)
    }
  })

  test('compiles: the rules have no cycle', () => {
    expect(compileDemoScheme(scheme).ids.length).toBe(flat.length)
  })

  test('has a Welsh text for every English one, if it has Welsh at all', () => {
    if (!scheme.languages.includes('cy-GB')) return
    for (const node of flat) {
      expect(node.title.cy?.trim(), node.id).toBeTruthy()
      for (const { type, title, value } of node.content ?? []) {
        expect(title.cy, node.id).toBeTruthy()
        if (type !== 'files' && type !== 'link') expect(value.cy, `${node.id} ${title.en}`).toBeTruthy()
      }
    }
  })

  test('shows only videos that it has', () => {
    const videos = scheme.videos.map((video) => video.id)
    for (const node of flat) for (const id of node.videos ?? []) expect(videos).toContain(id)
  })
})

test('swim has ten stages of 6 to 11 skills, of kinds 1 to 4, some in groups, each with a description', () => {
  const flat = flattenScheme(swim)
  const skills = flat.filter((node) => node.t === 's')
  expect(swim.roots.map((root) => root.title.en)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Stage ${index + 1}`),
  )
  for (const { slug } of swim.roots) {
    const skillCount = skills.filter((node) => node.id.startsWith(`/${slug}/`)).length
    expect(skillCount).toBeGreaterThanOrEqual(6)
    expect(skillCount).toBeLessThanOrEqual(11)
  }
  expect(new Set(skills.map((node) => node.grade))).toEqual(new Set([1, 2, 3, 4]))
  expect(flat.some((node) => node.t === 'sg')).toBe(true)
  for (const node of skills)
    expect(node.content?.map((section) => section.type)).toEqual(expect.arrayContaining(['text', 'warning']))
})

test('water safety has four levels, the first is Ripple', () => {
  expect(waterSafety.roots.map((root) => root.title.en)).toEqual(['Ripple', 'Wave', 'Current', 'Tide'])
})

test('the library has at least 2,000 nodes and is at least eight levels deep', () => {
  const flat = flattenScheme(library)
  expect(flat.length).toBeGreaterThanOrEqual(2_000)
  expect(Math.max(...flat.map((node) => node.depth))).toBeGreaterThanOrEqual(8)
})

test('gym has eight levels of ten skills, any eight of them, with required ones, a compulsory group and a manual pass', () => {
  const flat = flattenScheme(gym)
  expect(gym.roots.length).toBe(8)
  for (const { slug } of gym.roots) {
    expect(flat.filter((node) => node.t === 's' && node.id.startsWith(`/${slug}/`)).length, slug).toBe(10)
  }
  expect(gym.roots.filter((root) => root.completionCount === 8 && root.required?.length === 1).length).toBeGreaterThan(
    1,
  )
  expect(flat.some((node) => node.t === 'l' && node.completionType === 'manual')).toBe(true)
  const required = flat.flatMap((node) => node.required)
  expect(flat.some((node) => node.t === 'sg' && required.includes(node.id))).toBe(true)
  expect(flat.some((node) => (node.content ?? []).some((section) => section.type === 'files'))).toBe(true)
})

test('leisure links more than ten skills of gym under their ids, and has more than five skills of its own', () => {
  const slugs = (scheme: typeof gym) =>
    flattenScheme(scheme)
      .filter((node) => node.t === 's')
      .map((node) => node.id.split('/').at(-1))
  const gymSlugs = slugs(gym)
  const ownSlugs = slugs(leisure).filter((slug) => !gymSlugs.includes(slug))
  expect(ownSlugs.length).toBeGreaterThan(5)
  expect(slugs(leisure).length - ownSlugs.length).toBeGreaterThan(10)
})
