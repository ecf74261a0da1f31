import { afterEach, expect, test, vi } from 'vitest'
import type { Member } from '#contract/assessment/linked-member.ts'
import { awardsOf } from './awards.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A child who passed these levels, each at its time. */
function childWith(passed: Readonly<Record<string, string>>): Member {
  const awards = Object.entries(passed).map(([title, time]) => [
    `/${title}`,
    { title, completed_ts: Date.parse(time) / 1000, coach: null, word: null },
  ])
  return { uuid: 'child', awards: { swim: Object.fromEntries(awards) } } as unknown as Member
}
const titles = (member: Member) => awardsOf([member]).map(({ title }) => title)

test('levels that are shown with one date stand in the order of the levels, the highest first', () => {
  vi.stubEnv('TZ', 'Europe/London')
  // in London the first is of the first minute of 6 June; UTC still has 5 June
  expect(titles(childWith({ 'Stage 3': '2026-06-05T23:00:00Z', 'Stage 2': '2026-06-06T12:00:00Z' }))).toEqual([
    'Stage 3',
    'Stage 2',
  ])
  expect(titles(childWith({ 'Stage 3': '2026-06-05T22:59:59Z', 'Stage 2': '2026-06-06T12:00:00Z' }))).toEqual([
    'Stage 2',
    'Stage 3',
  ])
})
