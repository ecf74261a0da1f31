import { expect, test } from 'vitest'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'
import { wantedFiles } from './wanted-files.ts'

const fileId = (n: number) => `5f0c0000-0000-4000-8000-00000000000${n}`
const fileAddress = (n: number) => storedAddress({ id: fileId(n), name: `${n}.png` })
const node = (change: Partial<SchemeNode>): SchemeNode => ({
  id: '/a',
  parentId: null,
  title: 'A',
  t: 's',
  is_owner: true,
  content: [],
  videos: [],
  children: [],
  ...change,
})

test('wanted files are the uploaded ones that nodes show, each once; linked videos and videos of no node are left out', () => {
  const files = {
    title: '',
    type: 'files' as const,
    value: `${fileAddress(1)}, https://a.example/b.png, ${fileAddress(2)}`,
  }
  // an address within a text is no file of the node
  const child = node({ content: [files, { ...files, type: 'text' }], videos: [1, 2] })
  const tree = [node({ content: [{ ...files, value: fileAddress(2) }], children: [child] })]
  const curriculum = { slug: 'swim', tree } as unknown as Curriculum
  const videos = [
    { id: 1, name: 'Float', url: fileAddress(3), poster: fileAddress(5) },
    { id: 2, name: 'Kick', url: 'https://a.example/kick', poster: null },
    { id: 3, name: 'Dive', url: fileAddress(4), poster: null },
  ]
  const scheme = 'swim'
  expect(wantedFiles(curriculum, videos)).toEqual([
    { id: fileId(2), kind: 'file', scheme },
    { id: fileId(3), kind: 'video', scheme },
    { id: fileId(5), kind: 'file', scheme },
    { id: fileId(1), kind: 'file', scheme },
  ])
})
