import { readFileSync } from 'node:fs'
import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import type { RegisterPayload } from '#contract/assessment/sync.ts'
import type { RegisterKind } from '#domain/assessment/register.ts'
import { mark } from '#web/offline/testing/queue.ts'
import { formerPassLabelOf } from '#web/portals/coach/assess/grade-words.ts'
import { courseOf } from '#web/portals/coach/groups/group-data.ts'
import { markWords, planWords, reasonKey, registerWords } from './queue-words.ts'

/** Words of the first screens, and beside them those of later pages. */
const words = (language: string) => {
  const [first, later] = ['', 'later/'].map((place) =>
    JSON.parse(readFileSync(`web/portals/coach/locales/${place}${language}.json`, 'utf8')),
  )
  const { coach } = later
  const offline = { ...first.coach.offline, ...coach.offline }
  return { ...first, ...later, coach: { ...first.coach, ...coach, offline } }
}
let t: TFunction
beforeAll(async () => {
  t = await createInstance().init({ lng: 'en', resources: { en: { translation: words('en') } } })
})

const curriculum = {
  slug: 'swim',
  name: 'Swim',
  grades: [
    {
      grade: 4,
      name: 'g',
      labels: ['N/A', 'Poor', 'Fair', 'Good', 'Pass'],
      pass: 4,
      versions: [{ until: 1_000, pass: 3, labels: ['–', 'Not yet', 'Nearly', 'Got it', 'Star'] }],
    },
  ],
  tree: [
    {
      id: '/stage-1',
      parentId: null,
      title: 'Stage 1',
      t: 'l',
      children: [
        { id: '/stage-1/tread-water', parentId: '/stage-1', title: 'Treads water', t: 's', grade: 4, children: [] },
      ],
    },
  ],
} as unknown as Curriculum
const known = {
  members: new Map([[mark().memberUuid, { firstname: 'Ava', lastname: 'Lane' }]]),
  courses: new Map([['swim', courseOf(curriculum)]]),
}

describe('a waiting mark in words', () => {
  test('names the member, the skill and the grade’s label', () => {
    expect(markWords(t, known, mark({ assessmentGrade: 3, assessmentPassGrade: 4 }))).toEqual({
      subject: 'Ava Lane, Treads water',
      what: 'Good',
      mark: 'h',
    })
    expect(markWords(t, known, mark({ assessmentGrade: 4, assessmentPassGrade: 4 }))).toMatchObject({ mark: 'd' })
    expect(markWords(t, known, mark({ assessmentGrade: -1 })).what).toBe('Mark taken back')
  })

  test('keeps the labels and the pass point of its time when the scale has changed since', () => {
    const then = mark({ assessmentGrade: 3, assessmentPassGrade: 3, timestamp: 999 })
    expect(markWords(t, known, then)).toMatchObject({ what: 'Got it', mark: 'd' })
    expect(markWords(t, known, { ...then, timestamp: 1_000 })).toMatchObject({ what: 'Good', mark: 'd' })
    const course = courseOf(curriculum)
    expect(formerPassLabelOf(course, '/stage-1/tread-water', { pass: 3, ts: 999 })).toBe('Got it')
    expect(formerPassLabelOf(course, '/stage-1/tread-water', { pass: 4, ts: 2_000 })).toBeNull()
  })

  test('names a manual pass of a level', () => {
    const level = (assessmentGrade: number) =>
      markWords(t, known, mark({ schemeNodeId: '/stage-1/manual', assessmentGrade, assessmentPassGrade: 1 }))
    expect(level(1)).toEqual({ subject: 'Ava Lane, Stage 1', what: 'Level passed by the coach', mark: 'd' })
    expect(level(-1).what).toBe('Level taken back')
    expect(level(0).what).toBe('Coach’s decision on the level cleared')
  })

  test('says that a member or skill is no longer on the tablet', () => {
    const gone = markWords(t, { members: new Map(), courses: known.courses }, mark({ schemeNodeId: '/stage-1/gone' }))
    expect(gone).toMatchObject({
      subject: 'A member no longer in your groups, a skill no longer in the curriculum',
      what: 'Grade 3',
    })
    const unknown = markWords(t, { members: known.members, courses: new Map() }, mark())
    expect(unknown.subject).toBe('Ava Lane, a skill of a curriculum that is not on this tablet')
  })
})

test('attendance, badges, moves and notes have words too', () => {
  const say = (kind: RegisterKind, value: unknown, more = {}) =>
    registerWords(
      t,
      known.members,
      { kind, payload: { ...about, ...more, value } as RegisterPayload },
      () => 'Sat Nov 21st',
    )
  const about = { memberUuid: mark().memberUuid, groupId: 'g', timestamp: 1 }
  const one = say('attendance', 'present', { date: '2026-11-21' })
  expect([one.subject, one.what]).toEqual(['Ava Lane, register (Sat Nov 21st)', 'Here'])
  expect(say('attendance', null, { date: '2026-11-21' }).what).toBe('Not marked')
  expect(say('badge', true).what).toBe('Handed over')
  expect(say('move', null).what).toBe('Nothing said')
  expect(say('note', 'Shy').what).toBe('Shy')
  expect(say('note', '').what).toBe('Taken away')
})

test('every error code of the server has an explanation', () => {
  const sync = /## Why an operation[^]*?(?=\n## |$)/.exec(readFileSync('docs/errors.md', 'utf8'))?.[0] ?? ''
  const codes = [...sync.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? '')
  expect(codes.length).toBeGreaterThan(5)
  for (const code of [...codes, 'INVALID_REQUEST']) {
    expect(reasonKey(code), code).not.toBe('unknown')
    for (const language of ['en', 'cy'])
      expect(words(language).coach.offline.why[reasonKey(code)], `${language} ${code}`).toBeTruthy()
  }
  expect(reasonKey('SOMETHING_NEW')).toBe('unknown')
})

describe('a waiting change of a plan in words', () => {
  const [plan, ben] = [crypto.randomUUID(), crypto.randomUUID()]
  const about = {
    plans: new Map([[plan, { content: { title: 'Floats' } }]]),
    groups: [{ id: 'dolphins', name: 'Dolphins' }],
    colleagues: [{ uuid: ben, firstname: 'Ben', lastname: 'Morris' }],
  }
  const text = { planUuid: plan, chain: plan, base: 0, timestamp: 0 }

  test('names the plan and whether it was changed or deleted', () => {
    const content = { title: 'Glides', schemeSlug: 'swim', sections: [], reminder: '' }
    expect(planWords(t, about, { ...text, content })).toMatchObject({ subject: 'Plan “Glides”', what: 'Text changed' })
    expect(planWords(t, about, { ...text, content: null })).toMatchObject({ subject: 'Plan “Floats”', what: 'Deleted' })
    const gone = planWords(t, { ...about, plans: new Map() }, { ...text, content: null })
    expect(gone.subject).toBe('A plan that is not here any more')
  })

  test('names the colleague with whom it is shared and the group that it is on', () => {
    const share = (userUuid: string, value: boolean) =>
      planWords(t, about, { planUuid: plan, userUuid, value, timestamp: 0 }).what
    expect(share(ben, true)).toBe('Shared with Ben Morris')
    expect(share(crypto.randomUUID(), false)).toBe('No longer shared with a colleague')
    const put = planWords(t, about, { planUuid: plan, groupId: 'dolphins', value: true, timestamp: 0 })
    expect(put.what).toBe('The plan is on Dolphins.')
  })
})
