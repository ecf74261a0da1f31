import { expect, test } from 'vitest'
import { firstSentence, homePractice } from './practice.ts'

const section = (title: string, value = 'Hum into the bath.', type = 'text') => ({ title, type, value })

test('what to practise at home is the text section that says so in its title, in English or Welsh', () => {
  const atHome = section('Practise at home')
  expect(homePractice([section('What to do'), atHome])).toBe(atHome)
  for (const title of ['At home', 'Ymarfer gartref', 'Yn eich cartref'])
    expect(homePractice([section(title)])).toBeDefined()
  for (const title of ['What to do', 'Homework for coaches', ''])
    expect(homePractice([section(title)]), title).toBeUndefined()
})

test('an empty section, a warning and a link are nothing to practise', () => {
  expect(homePractice([section('Practise at home', '<p> </p>')])).toBeUndefined()
  expect(homePractice([section('Stay safe at home', 'Never alone.', 'warning')])).toBeUndefined()
  expect(homePractice([section('At home', 'https://example.org', 'link')])).toBeUndefined()
})

test('the first sentence of a text ends at its full stop or with its line', () => {
  expect(firstSentence('Lie on the floor. Breathe in for four.')).toBe('Lie on the floor.')
  expect(firstSentence('<p>Hum <b>1.5 times</b> a day!</p><p>Then rest.</p>')).toBe('Hum 1.5 times a day!')
  expect(firstSentence('<ul><li>On a chair</li><li>In the bath.</li></ul>')).toBe('On a chair')
  expect(firstSentence('')).toBe('')
})
