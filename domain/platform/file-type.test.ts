import { describe, expect, test } from 'vitest'
import {
  extensionOf,
  extensionsFor,
  fileProblem,
  fileTypes,
  isDeclaredAs,
  filePurposes,
  type Extension,
  type Purpose,
} from './file-type.ts'

const MB = 1024 * 1024

describe('an uploaded file', () => {
  test.each([
    ['club-logo', 'a.PNG', 5 * MB, null],
    ['club-logo', 'a.png', 5 * MB + 1, 'FILE_TOO_LARGE'],
    ['document', 'a.pdf', 20 * MB, null],
    // the limit is that of a picture, not the larger one of a document
    ['document', 'a.png', 6 * MB, 'FILE_TOO_LARGE'],
    ['curriculum-video', 'a.webm', 200 * MB, null],
    ['curriculum-video', 'a.webm', 200 * MB + 1, 'FILE_TOO_LARGE'],
    ['document', 'a.pdf', 0, 'FILE_EMPTY'],
    ['document', 'a.pdf.exe', 1, 'FILE_TYPE'],
    ['document', 'pdf', 1, 'FILE_TYPE'],
    ['document', '', 1, 'FILE_TYPE'],
    ['club-logo', 'a.pdf', 1, 'FILE_TYPE'],
    // every JavaScript object has a property `constructor`, which must not be taken for a file type
    ['document', 'a.constructor', 1, 'FILE_TYPE'],
  ] as const)('for %s, called %s, with %d bytes has the problem %s', (purpose, name, bytes, problem) => {
    expect(fileProblem(purpose, name, bytes)).toBe(problem)
  })

  test('has one of the types of its purpose, and at most as many bytes as its kind allows', () => {
    const images = ['gif', 'jpg', 'jpeg', 'png', 'svg']
    const documents = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'csv']
    const limits = { image: 5 * MB, document: 20 * MB, video: 200 * MB }
    const allowed: Readonly<Record<Purpose, readonly [extensions: readonly string[], maxBytes: number][]>> = {
      document: [
        [images, limits.image],
        [documents, limits.document],
      ],
      'client-logo': [[images, limits.image]],
      'club-logo': [[images, limits.image]],
      'curriculum-file': [
        [images, limits.image],
        [documents, limits.document],
      ],
      'curriculum-video': [[['mp4', 'webm'], limits.video]],
    }
    for (const purpose of filePurposes) {
      const listed = allowed[purpose].flatMap(([extensions]) => extensions)
      expect([...extensionsFor(purpose)].sort(), purpose).toEqual([...listed].sort())
      for (const [extensions, maxBytes] of allowed[purpose])
        for (const extension of extensions)
          expect(
            [1, maxBytes, maxBytes + 1].map((bytes) => fileProblem(purpose, `a.${extension}`, bytes)),
            `${purpose} ${extension}`,
          ).toEqual([null, null, 'FILE_TOO_LARGE'])
      for (const other of [...Object.keys(fileTypes), 'html', 'exe', 'webp', 'zip'].filter(
        (extension) => !listed.includes(extension),
      ))
        expect(fileProblem(purpose, `a.${other}`, 1), `${purpose} ${other}`).toBe('FILE_TYPE')
    }
  })

  test('has an extension that belongs to at least one purpose', () => {
    const extensions = new Set(filePurposes.flatMap((purpose) => extensionsFor(purpose)))
    expect([...extensions].sort()).toEqual(Object.keys(fileTypes).sort())
    for (const purpose of filePurposes)
      for (const extension of extensionsFor(purpose)) expect(extensionOf(purpose, `x.y.${extension}`)).toBe(extension)
  })

  test('is declared with its media type, or with none', () => {
    for (const extension of Object.keys(fileTypes) as Extension[]) {
      const { media } = fileTypes[extension]
      for (const declared of ['', 'application/octet-stream', media, `${media.toUpperCase()}; charset=utf-8`])
        expect(isDeclaredAs(extension, declared)).toBe(true)
      for (const declared of ['text/html', 'image/webp']) expect(isDeclaredAs(extension, declared)).toBe(false)
    }
    expect(isDeclaredAs('csv', 'application/vnd.ms-excel')).toBe(true)
  })
})
