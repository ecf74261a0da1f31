import { expect, test } from 'vitest'
import { fieldWords, loggedFacts } from './logged-values.ts'

const words = { field: fieldWords, yes: 'yes', no: 'no', nothing: 'nothing' }

test('what the log has stored is read as names and texts, never as JSON', () => {
  const logged = {
    lastname: 'Lloyd',
    logo_file_id: null,
    clubIds: ['a', 'b'],
    features: { ADVANCED_MODE: true },
    grades: [
      { grade: 3, labels: null },
      { grade: 1, labels: { en: ['No', 'Yes'] } },
    ],
    notes: '',
    on: false,
    tags: [],
  }
  expect(loggedFacts(logged, words)).toEqual([
    ['Lastname', 'Lloyd'],
    ['Logo file id', 'nothing'],
    ['Club ids', 'a, b'],
    ['Features', 'Advanced mode: yes'],
    ['Grades', 'Grade: 3, Labels: nothing; Grade: 1, Labels: En: No, Yes'],
    ['Notes', 'nothing'],
    ['On', 'no'],
    ['Tags', 'nothing'],
  ])
  expect(loggedFacts(['a', 2], words)).toEqual([['', 'a, 2']])
})
