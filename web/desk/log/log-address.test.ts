import { expect, test } from 'vitest'
import { logFiltersOf } from './log-address.ts'

const filtersAt = (address: string) => logFiltersOf(new URLSearchParams(address))

test('the log’s filters are read from the URL, and invalid ones are ignored', () => {
  const club = '8f46ca83-ac58-4dd7-ac92-e4c6ab3eb75c'
  // the API's `entity_id` is called `thing` in the URL
  expect(filtersAt(`entity=lesson_plan&thing=a/b&action=create&club=${club}&from=2026-02-01&to=2026-02-28`)).toEqual({
    entity: 'lesson_plan',
    entity_id: 'a/b',
    action: 'create',
    club,
    from: '2026-02-01',
    to: '2026-02-28',
  })
  // %00 is a control character, and February has no 31st
  expect(filtersAt('entity=A%20B&thing=%00&action=x.y&club=harbour&from=2026-02-31&to=soon')).toEqual(filtersAt(''))
})
