import { readFileSync } from 'node:fs'
import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import type { RegisterKind, RegisterPayload } from '#domain/assessment/commands/commands.ts'
import { mark } from '#web/offline/testing/queue.ts'
import { formerPassLabelOf } from '#web/portals/coach/assess/grade-words.ts'
import { compileCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { markWords, planWords, reasonKey, registerWords } from './queue-words.ts'

/** Words of the first screens, and beside them those of later pages. */
const localeWords = (language: string) => {
  const [first, later] = ['', 'later/'].map((folder) =>
    JSON.parse(readFileSync(`web/portals/coach/locales/${folder}${language}.json`, 'utf8')),
  )
  const { coach } = later
  const offline = { ...first.coach.offline, ...coach.offline }
  return { ...first, ...later, coach: { ...first.coach, ...coach, offline } }
}
let t: TFunction
beforeAll(async () => {
  t = await createInstance().init({ lng: 'en', resources: { en: { translation: localeWords('en') } } })
})

/** Holds `/stage-1/tread-water`, the skill of `mark()`; its scale changed at the time 1 000 (seconds). */
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
const namesOnDevice = {
  members: new Map([[mark().memberUuid, { firstname: 'Ava', lastname: 'Lane' }]]),
  curricula: new Map([['swim', compileCurriculum(curriculum)]]),
}

describe('a waiting mark in words', () => {
  test('names the member, the skill and the grade’s label', () => {
    expect(markWords(t, namesOnDevice, mark({ assessmentGrade: 3, assessmentPassGrade: 4 }))).toEqual({
      subject: 'Ava Lane, Treads water',
      value: 'Good',
      mark: 'begun',
    })
    expect(markWords(t, namesOnDevice, mark({ assessmentGrade: 4, assessmentPassGrade: 4 }))).toMatchObject({
      mark: 'done',
    })
    expect(markWords(t, namesOnDevice, mark({ assessmentGrade: -1 })).value).toBe('Mark removed')
  })

  test('keeps the labels and the pass point of its time when the scale has changed since', () => {
    const earlier = mark({ assessmentGrade: 3, assessmentPassGrade: 3, timestamp: 999 })
    expect(markWords(t, namesOnDevice, earlier)).toMatchObject({ value: 'Got it', mark: 'done' })
    expect(markWords(t, namesOnDevice, { ...earlier, timestamp: 1_000 })).toMatchObject({ value: 'Good', mark: 'done' })
    const compiled = compileCurriculum(curriculum)
    expect(formerPassLabelOf(compiled, '/stage-1/tread-water', { pass: 3, ts: 999 })).toBe('Got it')
    expect(formerPassLabelOf(compiled, '/stage-1/tread-water', { pass: 4, ts: 2_000 })).toBeNull()
  })

  test('names the grade of a deleted skill by the scale that it had, which the server has said', () => {
    const gone = mark({ schemeNodeId: '/stage-1/gone', assessmentGrade: 2, assessmentPassGrade: 4, timestamp: 1_000 })
    expect(markWords(t, namesOnDevice, gone, { title: 'Floats', kind: 4 })).toMatchObject({
      subject: 'Ava Lane, Floats',
      value: 'Fair',
    })
    expect(markWords(t, namesOnDevice, { ...gone, assessmentPassGrade: 9 }).value).toBe('Grade 2')
  })

  test('names a manual pass of a level', () => {
    const levelWords = (assessmentGrade: number) =>
      markWords(t, namesOnDevice, mark({ schemeNodeId: '/stage-1/manual', assessmentGrade, assessmentPassGrade: 1 }))
    expect(levelWords(1)).toEqual({ subject: 'Ava Lane, Stage 1', value: 'Level passed by the coach', mark: 'done' })
    expect(levelWords(-1).value).toBe('Pass of the level removed')
    expect(levelWords(0).value).toBe('Coach’s decision on the level cleared')
  })

  test('says that a member or skill is no longer on the tablet, and which skill it was if the server said so', () => {
    const wordsWithoutMember = markWords(
      t,
      { members: new Map(), curricula: namesOnDevice.curricula },
      mark({ schemeNodeId: '/stage-1/gone' }),
    )
    expect(wordsWithoutMember).toMatchObject({
      subject: 'A member no longer in your groups, a skill no longer in the curriculum',
      value: 'Grade 3',
    })
    const deleted = mark({ schemeNodeId: '/stage-1/gone' })
    expect(markWords(t, namesOnDevice, deleted, { title: 'Glides', kind: null }).subject).toBe('Ava Lane, Glides')
    const wordsWithoutCurriculum = markWords(t, { members: namesOnDevice.members, curricula: new Map() }, mark())
    expect(wordsWithoutCurriculum.subject).toBe('Ava Lane, a skill of a curriculum that is not on this tablet')
  })
})

test('attendance, badges, moves and notes have words too', () => {
  const common = { memberUuid: mark().memberUuid, groupId: 'g', timestamp: 1 }
  const wordsOfEntry = (kind: RegisterKind, value: unknown, day: { date?: string } = {}) =>
    registerWords(
      t,
      namesOnDevice.members,
      { kind, payload: { ...common, ...day, value } as RegisterPayload },
      () => 'Sat Nov 21st',
    )
  const attendance = wordsOfEntry('attendance', 'present', { date: '2026-11-21' })
  expect([attendance.subject, attendance.value]).toEqual(['Ava Lane, register (Sat Nov 21st)', 'Here'])
  expect(wordsOfEntry('attendance', null, { date: '2026-11-21' }).value).toBe('Not marked')
  expect(wordsOfEntry('badge', true).value).toBe('Handed over')
  expect(wordsOfEntry('move', null).value).toBe('Undecided')
  expect(wordsOfEntry('note', 'Shy').value).toBe('Shy')
  expect(wordsOfEntry('note', '').value).toBe('Removed')
})

test('every error code of the server has an explanation', () => {
  // the section of the page that lists the error codes of a sync, up to the next heading
  const syncSection = /## Why an operation[^]*?(?=\n## |$)/.exec(readFileSync('docs/errors.md', 'utf8'))?.[0] ?? ''
  const codes = [...syncSection.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? '')
  // the section was found
  expect(codes.length).toBeGreaterThan(5)
  // the device itself gives this code to an operation because of which the server refuses a whole request
  for (const code of [...codes, 'INVALID_REQUEST']) {
    expect(reasonKey(code), code).not.toBe('unknown')
    for (const language of ['en', 'cy'])
      expect(localeWords(language).coach.offline.why[reasonKey(code)], `${language} ${code}`).toBeTruthy()
  }
  expect(reasonKey('SOMETHING_NEW')).toBe('unknown')
})

describe('a waiting change of a plan in words', () => {
  const [plan, ben] = [crypto.randomUUID(), crypto.randomUUID()]
  const namesForPlans = {
    plans: new Map([[plan, { content: { title: 'Floats' } }]]),
    groups: [{ id: 'dolphins', name: 'Dolphins' }],
    colleagues: [{ uuid: ben, firstname: 'Ben', lastname: 'Morris' }],
  }
  const textChange = { planUuid: plan, chain: plan, base: 0, timestamp: 0 }

  test('names the plan and whether it was changed or deleted', () => {
    const content = { title: 'Glides', schemeSlug: 'swim', sections: [], reminder: '' }
    expect(planWords(t, namesForPlans, { ...textChange, content })).toMatchObject({
      subject: 'Plan “Glides”',
      value: 'Text changed',
    })
    expect(planWords(t, namesForPlans, { ...textChange, content: null })).toMatchObject({
      subject: 'Plan “Floats”',
      value: 'Deleted',
    })
    const wordsWithoutPlan = planWords(t, { ...namesForPlans, plans: new Map() }, { ...textChange, content: null })
    expect(wordsWithoutPlan.subject).toBe('A plan that is not here any more')
  })

  test('names the colleague with whom it is shared and the group that it is on', () => {
    const share = (userUuid: string, value: boolean) =>
      planWords(t, namesForPlans, { planUuid: plan, userUuid, value, timestamp: 0 }).value
    expect(share(ben, true)).toBe('Shared with Ben Morris')
    expect(share(crypto.randomUUID(), false)).toBe('No longer shared with a colleague')
    const putOn = planWords(t, namesForPlans, { planUuid: plan, groupId: 'dolphins', value: true, timestamp: 0 })
    expect(putOn.value).toBe('The plan was added to Dolphins.')
  })
})
