import { expect, test } from 'vitest'
import { anchorsIn, citationsIn, linksIn, namesIn, namesInFiles, numbersIn, pagesIn, pathsIn } from './docs-text.ts'

test('citations of code stand in comments and strings, and an array of one number is none', () => {
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

test('a page defines the numbers that begin its list lines', () => {
  expect(numbersIn('- 1.1 One [2.2]\n- R3.10 Two\n  - 4.4 no\n5.5 no')).toEqual(['1.1', 'R3.10'])
})

test('links of the repository are those without a scheme, with their anchors', () => {
  expect(linksIn('[a](b.md#c) [d](https://e.example)\n![f](g.png) [h](#i)')).toEqual([
    { text: 'b.md#c', line: 1 },
    { text: 'g.png', line: 2 },
    { text: '#i', line: 2 },
  ])
})

test('a path stands in backticks below a folder of the repository and has no placeholder', () => {
  const text = '`server/a.ts` `server/b/` `server/*.ts` `other/c.ts` `docs/NNNN-d.md` `/v1/server/e` server/f.ts'
  expect(pathsIn(text, ['server', 'docs']).map((mention) => mention.text)).toEqual(['server/a.ts', 'server/b/'])
})

test('a folder’s README names its files and folders, and no other words', () => {
  const text = '`push.ts` `sync/push.ts` `sync/` `npm start` `clients` `useCoach()` `a.b`'
  expect(namesIn(text).map((mention) => mention.text)).toEqual(['push.ts', 'sync/push.ts', 'sync/'])
})

test('a name in brackets after a source file is one of that file', () => {
  const text = 'x\n`web/a.ts` (`one`, asked by `two`) and `web/b.tsx` (nothing), `three`, `en.json` (`four`)'
  expect(namesInFiles(text)).toEqual([
    { text: 'one', line: 2, file: 'web/a.ts' },
    { text: 'two', line: 2, file: 'web/a.ts' },
  ])
})

test('a page of docs is named with or without backticks', () => {
  const text = '// docs/errors.md and (docs/decisions/0001-plain-sql-with-pg.md), not web/docs/no.md'
  expect(pagesIn(text).map((mention) => mention.text)).toEqual([
    'docs/errors.md',
    'docs/decisions/0001-plain-sql-with-pg.md',
  ])
})

test('a heading makes an anchor of its letters, numbers and hyphens', () => {
  expect(anchorsIn('# Who wins?\n## 7. The calls it makes\ntext')).toEqual(['who-wins', '7-the-calls-it-makes'])
})
