import { describe, expect, test } from 'vitest'
import {
  extensionOf,
  extensionsFor,
  fileProblem,
  fileTypes,
  isDeclaredAs,
  purposes,
  type Extension,
} from './file-type.ts'

const MB = 1024 * 1024

describe('a file that can be put', () => {
  test.each([
    ['club-logo', 'a.PNG', 5 * MB, null],
    ['club-logo', 'a.png', 5 * MB + 1, 'FILE_TOO_LARGE'],
    ['document', 'a.pdf', 20 * MB, null],
    // the limit is that of the kind, not of the purpose
    ['document', 'a.png', 6 * MB, 'FILE_TOO_LARGE'],
    ['curriculum-video', 'a.webm', 200 * MB, null],
    ['curriculum-video', 'a.webm', 200 * MB + 1, 'FILE_TOO_LARGE'],
    ['document', 'a.pdf', 0, 'FILE_EMPTY'],
    ['document', 'a.pdf.exe', 1, 'FILE_TYPE'],
    ['document', 'pdf', 1, 'FILE_TYPE'],
    ['document', '', 1, 'FILE_TYPE'],
    ['club-logo', 'a.pdf', 1, 'FILE_TYPE'],
    ['document', 'a.constructor', 1, 'FILE_TYPE'],
  ] as const)('%s %s of %d bytes: %s', (purpose, name, bytes, problem) => {
    expect(fileProblem(purpose, name, bytes)).toBe(problem)
  })

  test('has an extension that some purpose takes, and every extension has one', () => {
    const taken = new Set(purposes.flatMap((purpose) => extensionsFor(purpose)))
    expect([...taken].sort()).toEqual(Object.keys(fileTypes).sort())
    for (const purpose of purposes)
      for (const extension of extensionsFor(purpose)) expect(extensionOf(purpose, `x.y.${extension}`)).toBe(extension)
  })

  test('is declared as its type, or as nothing', () => {
    for (const extension of Object.keys(fileTypes) as Extension[]) {
      const { media } = fileTypes[extension]
      for (const said of ['', 'application/octet-stream', media, `${media.toUpperCase()}; charset=utf-8`])
        expect(isDeclaredAs(extension, said)).toBe(true)
      for (const said of ['text/html', 'image/webp']) expect(isDeclaredAs(extension, said)).toBe(false)
    }
    expect(isDeclaredAs('csv', 'application/vnd.ms-excel')).toBe(true)
  })
})
