import { expect, test } from 'vitest'
import type { LevelProgress, RungState } from '#domain/assessment/level-progress.ts'
import { serverWords } from '#server/platform/words.ts'
import { certificateOf } from './write-certificate.ts'

const facts = {
  firstname: 'Siân',
  lastname: "O'Connor",
  ngo_id: 'AQ-204-118',
  level: 'Stage 3',
  scheme: 'Swim',
  completed_ts: 1_757_678_400,
  coach: 'Anna Pritchard',
  club: 'Harbour',
  time_zone: 'Europe/London',
  logo_file_id: null,
}
const progressOf = (...states: RungState[]): LevelProgress => ({
  levelId: '/stage-3',
  rungs: states.map((state, n) => ({ id: `/stage-3/${n}`, state, compulsory: false })),
  need: states.length,
  done: 0,
  skills: { all: states.length, done: 0 },
  toGo: 0,
  state: 'passed',
})
const textsOf = (change: Partial<typeof facts | { ngo_id: null; coach: null }>, progress: LevelProgress | null) =>
  certificateOf(
    {
      letterhead: {
        client: 'Aquila Swim',
        look: { clientId: 'one', theme: 'aquila', own: null, logo: null },
        texts: {},
      },
      header: { name: 'Aquila Swim', logo: { picture: Buffer.alloc(0), ratio: 1, icon: true } },
      facts: { ...facts, ...change },
      progress,
      locale: 'en-GB',
    },
    serverWords('en-GB', {}),
  )

test('a certificate has the skills of the level, the coach, its number and a place for a code', () => {
  expect(textsOf({}, progressOf('done', 'done', 'done'))).toMatchObject({
    opening: 'This certifies that',
    name: "Siân O'Connor",
    achievement: 'has passed Stage 3 of Swim at Harbour',
    level: 'Stage 3',
    date: 'on 12 September 2025.',
    day: '12 September 2025',
    above: 'Stage',
    middle: '3',
    rungs: ['done', 'done', 'done'],
    skillsDone: 'All 3 skills done',
    signatures: [
      { name: 'Anna Pritchard', role: 'Coach' },
      { name: '', role: 'Harbour' },
    ],
    footer: 'Certificate AQ-204-118-S3 · Aquila Swim',
    codeLabel: 'Verification code',
  })
})

test('a certificate says how many skills are done where not all had to be, and leaves out what is not known', () => {
  expect(textsOf({}, progressOf('done', 'done', 'begun', 'open')).skillsDone).toBe('2 of 4 skills done')
  const certificate = textsOf({ ngo_id: null, coach: null }, null)
  expect(certificate.rungs).toEqual([])
  expect(certificate.footer).toBe('Aquila Swim')
  expect(certificate.signatures[0]).toEqual({ name: '', role: 'Coach' })
})
