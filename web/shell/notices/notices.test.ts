import { expect, test } from 'vitest'
import type { Notice } from '#contract/notices/notifications.ts'
import { noticeKey, shownNotices } from './notices.ts'

const notice = (changes: Partial<Notice> = {}): Notice => ({
  id: 'a',
  heading: 'Pool closed',
  description: 'Use pool 2.',
  start: '2026-11-20',
  end: '2026-11-22',
  revision: '1',
  ...changes,
})
const shownIds = (notices: Notice[], today: string, dismissed: string[] = [], user = 'anna') =>
  shownNotices(notices, user, today, dismissed).map(({ id }) => id)

test('a notice that a device has stored is shown on its days and no longer', () => {
  expect(['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'].map((day) => shownIds([notice()], day))).toEqual([
    [],
    ['a'],
    ['a'],
    [],
  ])
})

test('a dismissed notice is not shown to that user again until its text changes', () => {
  const dismissed = [noticeKey('anna', notice())]
  expect(shownIds([notice()], '2026-11-21', dismissed)).toEqual([])
  expect(shownIds([notice()], '2026-11-21', dismissed, 'dewi')).toEqual(['a'])
  expect(shownIds([notice({ revision: '2' })], '2026-11-21', dismissed)).toEqual(['a'])
})
