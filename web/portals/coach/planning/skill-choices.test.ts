import { describe, expect, test } from 'vitest'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { compileCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { skillChoicesOf, findSkills, skillTitle } from './skill-choices.ts'

const node = (id: string, t: SchemeNode['t'], title: string, children: SchemeNode[] = [], change = {}): SchemeNode => ({
  id,
  parentId: id.includes('/', 1) ? id.slice(0, id.lastIndexOf('/')) : null,
  title,
  t,
  is_owner: true,
  content: [],
  videos: [],
  children,
  ...change,
})
const curriculum = {
  slug: 'swim',
  name: 'Swim',
  grades: [],
  tree: [
    node('/one', 'l', 'Stage 1', [
      node('/one/float', 's', 'Float on the back', [], { grade: 3 }),
      node('/one/secret', 's', 'Float unseen', [], { hidden: true }),
    ]),
    node('/two', 'l', 'Stage 2', [node('/two/float', 's', 'Float and roll', [], { grade: 3 })]),
  ],
} as unknown as Curriculum
const compiled = compileCurriculum(curriculum)

describe('skills to choose', () => {
  test('are found with or without accents', () => {
    const welsh = compileCurriculum({
      ...curriculum,
      tree: [node('/un', 'l', 'Tŷ', [node('/un/dwr', 's', 'Dŵr', [], { grade: 3 })])],
    })
    for (const words of ['dwr ty', 'DŴR'])
      expect(findSkills(skillChoicesOf(welsh).skills, words, null, /* maxFound */ 10).total, words).toBe(1)
  })

  test('are those that coaches see, in tree order, with the titles above them', () => {
    expect(skillChoicesOf(compiled).skills.map(({ id, titlesAbove }) => [id, titlesAbove])).toEqual([
      ['/one/float', 'Stage 1'],
      ['/two/float', 'Stage 2'],
    ])
    expect(skillChoicesOf(compiled).levels.map((level) => level.title)).toEqual(['Stage 1', 'Stage 2'])
  })

  test('are found by level and by words that are all in the title or the titles above it', () => {
    const { skills } = skillChoicesOf(compiled)
    const foundIds = (words: string, level: string | null = null) =>
      findSkills(skills, words, level, /* maxFound */ 10).found.map(({ id }) => id)
    expect(foundIds('FLOAT')).toEqual(['/one/float', '/two/float'])
    expect(foundIds('stage 2 float')).toEqual(['/two/float'])
    expect(foundIds('float', '/one')).toEqual(['/one/float'])
    expect(foundIds('dive')).toEqual([])
    expect(findSkills(skills, '', null, /* maxFound */ 1)).toMatchObject({ found: [{ id: '/one/float' }], total: 2 })
  })

  test('have a title as long as the curriculum has them', () => {
    expect(skillTitle(compiled, '/one/float')).toBe('Float on the back')
    expect(skillTitle(compiled, '/gone')).toBe(null)
    expect(skillTitle(undefined, '/one/float')).toBe(null)
  })
})
