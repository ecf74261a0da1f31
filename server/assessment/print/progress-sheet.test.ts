import { beforeEach, expect, test } from 'vitest'
import type { RungState } from '#domain/assessment/level-progress.ts'
import { fontsOf } from './fonts.ts'
import { Paper } from './paper.ts'
import { drawProgress, type ProgressSheet } from './progress-sheet.ts'

/** The smallest picture. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The foot of the page, below the content, begins here. */
const FOOT = 785

interface Written {
  page: number
  text: string
  y: number
}

/** Notes what is written on which page. */
class NotedPaper extends Paper {
  readonly written: Written[] = []
  pages = 0

  override page(layout: 'portrait' | 'landscape'): void {
    this.pages++
    super.page(layout)
  }

  override words(...[tag, text, box]: Parameters<Paper['words']>): number {
    this.written.push({ page: this.pages, text, y: box.y })
    return super.words(tag, text, box)
  }
}

let paper: NotedPaper

beforeEach(() => {
  paper = new NotedPaper({ title: 'Progress', locale: 'en-GB', fonts: fontsOf('aquila'), at: new Date(0) })
})

const level = (rungs: number): ProgressSheet['levels'][number] => ({
  heading: 'Swim, Stage 3',
  status: 'Not passed',
  passedSkills: 'None',
  rungsHeading: 'The rungs of Stage 3',
  above: 'Stage',
  middle: '3',
  rungs: Array.from({ length: rungs }, (_, n) => ({ state: 'open' as RungState, title: `Skill ${n}`, word: 'open' })),
  next: null,
})

const sheet = (change: Partial<ProgressSheet>): ProgressSheet => ({
  header: { name: 'Harbour', logo: { picture, ratio: 1, icon: true } },
  clubAndDate: '20 November 2026',
  name: 'Siân Hughes',
  about: '8 years',
  levels: [],
  noLevels: '',
  awardsHeading: 'Passed so far',
  awards: [],
  key: [{ state: 'done', word: 'Done' }],
  ...change,
})

const linesWith = (word: string) => paper.written.filter(({ text }) => text.startsWith(word))

test.for([1, 36, 37, 100, 300])('a level of %i skills has all of them above the foot of its pages', (count) => {
  drawProgress(paper, sheet({ levels: [level(count)] }))
  expect(new Set(linesWith('Skill ').map(({ text }) => text)).size).toBe(count)
  expect(Math.max(...linesWith('Skill ').map(({ y }) => y))).toBeLessThan(FOOT - 10)
  // the first page is not empty
  expect(linesWith('Swim, Stage 3').map(({ page }) => page)).toEqual([1])
  expect(new Set(linesWith('Skill ').map(({ page }) => page)).size).toBe(paper.pages)
})

test.for([0, 3, 60, 200])('all of %i passed levels are shown', (count) => {
  const awards = Array.from({ length: count }, (_, n) => ({
    level: `Level ${n}`,
    date: '1 May 2026',
    middle: String(n),
  }))
  drawProgress(paper, sheet({ levels: [level(30)], awards }))
  expect(linesWith('Level ').map(({ text }) => text)).toEqual(awards.map((award) => award.level))
  expect(Math.max(0, ...linesWith('Level ').map(({ y }) => y))).toBeLessThan(FOOT - 40)
})
