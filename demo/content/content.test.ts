import { describe, expect, test } from 'vitest'
import { compileDemoScheme } from '../testing/compile-demo-scheme.ts'
import { gym } from './gym.ts'
import { leisure } from './leisure.ts'
import { library } from './library.ts'
import { demoSchemes } from './schemes.ts'
import { flattenScheme, passOf } from './scheme.ts'
import { swim } from './swim.ts'
import { waterSafety } from './water-safety.ts'

describe.each(demoSchemes.map((scheme) => [scheme.slug, scheme] as const))('the demo scheme %s', (_, scheme) => {
  const flat = flattenScheme(scheme)
  const ids = new Set(flat.map((node) => node.id))

  test('gives every node an allowed id that no other node has', () => {
    expect(ids.size).toBe(flat.length)
    for (const id of ids) expect(id).toMatch(/^(\/[A-Za-z0-9-]+)+$/)
    // an id that ends with `/manual` is that of a manual pass
    expect([...ids].filter((id) => id.split('/').includes('manual'))).toEqual([])
  })

  test('has rules that name only existing nodes, and never need more nodes than they name', () => {
    for (const { completion, required } of flat) {
      for (const id of [...(completion?.[0] ?? []), ...required]) expect(ids).toContain(id)
      if (completion) {
        expect(completion[1]).toBeGreaterThan(0)
        expect(completion[1]).toBeLessThanOrEqual(completion[0].length)
      }
    }
  })

  test('has levels at the root, and only skills, each with a pass point, at the ends of the tree', () => {
    const parents = new Set(flat.map((node) => node.parentId))
    for (const node of flat) {
      if (node.depth === 1) expect(node.t).toBe('l')
      expect(node.t === 's', node.id).toBe(!parents.has(node.id))
      if (node.t === 's') expect(passOf(scheme, node.grade), node.id).toBeGreaterThan(0)
    }
  })

  test('can be compiled for the engine, because its rules have no cycle', () => {
    expect(compileDemoScheme(scheme).ids.length).toBe(flat.length)
  })

  test('has Welsh beside every English text, if Welsh is one of its languages', () => {
    if (!scheme.languages.includes('cy-GB')) return
    for (const node of flat) {
      expect(node.title.cy?.trim(), node.id).toBeTruthy()
      for (const { type, title, value } of node.content ?? []) {
        expect(title.cy, node.id).toBeTruthy()
        // files and links are addresses, which have no Welsh
        if (type !== 'files' && type !== 'link') expect(value.cy, `${node.id} ${title.en}`).toBeTruthy()
      }
    }
  })

  test('shows only videos that it has', () => {
    const videos = scheme.videos.map((video) => video.id)
    for (const node of flat) for (const id of node.videos ?? []) expect(videos).toContain(id)
  })
})

test('the scheme Swim has ten stages of 6 to 11 skills each, all grade kinds from 1 to 4, skill groups, and descriptions', () => {
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

test('the scheme Water safety has the levels Ripple, Wave, Current and Tide', () => {
  expect(waterSafety.roots.map((root) => root.title.en)).toEqual(['Ripple', 'Wave', 'Current', 'Tide'])
})

test('the scheme Library has at least 2,000 nodes, and its tree is at least eight nodes deep', () => {
  const flat = flattenScheme(library)
  expect(flat.length).toBeGreaterThanOrEqual(2_000)
  expect(Math.max(...flat.map((node) => node.depth))).toBeGreaterThanOrEqual(8)
})

test('the scheme Gym has eight levels of ten skills, rules “any eight of ten”, a required group, a manual pass and files', () => {
  const flat = flattenScheme(gym)
  expect(gym.roots.length).toBe(8)
  for (const { slug } of gym.roots) {
    expect(flat.filter((node) => node.t === 's' && node.id.startsWith(`/${slug}/`)).length, slug).toBe(10)
  }
  // more than one level needs any eight skills and requires one of them
  expect(gym.roots.filter((root) => root.completionCount === 8 && root.required?.length === 1).length).toBeGreaterThan(
    1,
  )
  expect(flat.some((node) => node.t === 'l' && node.completionType === 'manual')).toBe(true)
  const required = flat.flatMap((node) => node.required)
  expect(flat.some((node) => node.t === 'sg' && required.includes(node.id))).toBe(true)
  expect(flat.some((node) => (node.content ?? []).some((section) => section.type === 'files'))).toBe(true)
})

test('the scheme Leisure has more than ten skills with the slugs of Gym, and more than five skills of its own', () => {
  const skillSlugs = (scheme: typeof gym) =>
    flattenScheme(scheme)
      .filter((node) => node.t === 's')
      .map((node) => node.id.split('/').at(-1))
  const gymSlugs = skillSlugs(gym)
  const ownSlugs = skillSlugs(leisure).filter((slug) => !gymSlugs.includes(slug))
  expect(ownSlugs.length).toBeGreaterThan(5)
  expect(skillSlugs(leisure).length - ownSlugs.length).toBeGreaterThan(10)
})
