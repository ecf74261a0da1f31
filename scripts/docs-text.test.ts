import { expect, test } from 'vitest'
import { anchorsIn, citationsIn, linksIn, namesIn, namesInFiles, numbersIn, pagesIn, pathsIn } from './docs-text.ts'

test('a citation in code is in a comment or string, and an array of one number is no citation', () => {
  const code = `const half = [0.5] // [1.1]
/**
 * Says why [R2.3], [4.5].
 */
test('a title [6.7]', () => [7.5])
-- of a migration [8.9]`
  expect(citationsIn(code, true)).toEqual([
    { text: '1.1', line: 1 },
    { text: 'R2.3', line: 3 },
    { text: '4.5', line: 3 },
    { text: '6.7', line: 5 },
    { text: '8.9', line: 6 },
  ])
  expect(citationsIn('see [1.1], not [v1.1]\n[R10.2]', false)).toEqual([
    { text: '1.1', line: 1 },
    { text: 'R10.2', line: 2 },
  ])
})

test('a page defines the numbers with which its list items begin, but no indented or cited ones', () => {
  expect(numbersIn('- 1.1 One [2.2]\n- R3.10 Two\n  - 4.4 no\n5.5 no')).toEqual(['1.1', 'R3.10'])
})

test('a link to the repository has no scheme such as https, and keeps its anchor', () => {
  expect(linksIn('[a](b.md#c) [d](https://e.example)\n![f](g.png) [h](#i)')).toEqual([
    { text: 'b.md#c', line: 1 },
    { text: 'g.png', line: 2 },
    { text: '#i', line: 2 },
  ])
})

test('a path is in backticks, begins with a folder of the repository and has no placeholder', () => {
  const text = '`server/a.ts` `server/b/` `server/*.ts` `other/c.ts` `docs/NNNN-d.md` `/v1/server/e` server/f.ts'
  expect(pathsIn(text, ['server', 'docs']).map((mention) => mention.text)).toEqual(['server/a.ts', 'server/b/'])
})

test('a README names files and folders in backticks; commands and other words are no names', () => {
  const text = '`push.ts` `sync/push.ts` `sync/` `npm start` `clients` `useCoach()` `a.b`'
  expect(namesIn(text).map((mention) => mention.text)).toEqual(['push.ts', 'sync/push.ts', 'sync/'])
})

test('a name in brackets after the path of a source file belongs to that file', () => {
  const text = 'x\n`web/a.ts` (`one`, asked by `two`) and `web/b.tsx` (nothing), `three`, `en.json` (`four`)'
  expect(namesInFiles(text)).toEqual([
    { text: 'one', line: 2, file: 'web/a.ts' },
    { text: 'two', line: 2, file: 'web/a.ts' },
  ])
})

test('a page of docs/ is found with or without backticks', () => {
  const text = '// docs/errors.md and (docs/decisions/0001-plain-sql-with-pg.md), not web/docs/no.md'
  expect(pagesIn(text).map((mention) => mention.text)).toEqual([
    'docs/errors.md',
    'docs/decisions/0001-plain-sql-with-pg.md',
  ])
})

test('the anchor of a heading has its letters in lower case, its digits, and a hyphen for each space', () => {
  expect(anchorsIn('# Who wins?\n## 7. The calls it makes\ntext')).toEqual(['who-wins', '7-the-calls-it-makes'])
})
