import { expect, test } from 'vitest'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'
import { wantedFiles } from './wanted-files.ts'

const id = (n: number) => `5f0c0000-0000-4000-8000-00000000000${n}`
const address = (n: number) => storedAddress({ id: id(n), name: `${n}.png` })
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
  const files = { title: '', type: 'files' as const, value: `${address(1)}, https://a.example/b.png, ${address(2)}` }
  const child = node({ content: [files, { ...files, type: 'text' }], videos: [1, 2] })
  const tree = [node({ content: [{ ...files, value: address(2) }], children: [child] })]
  const curriculum = { slug: 'swim', tree } as unknown as Curriculum
  const videos = [
    { id: 1, name: 'Float', url: address(3), poster: address(5) },
    { id: 2, name: 'Kick', url: 'https://a.example/kick', poster: null },
    { id: 3, name: 'Dive', url: address(4), poster: null },
  ]
  const scheme = 'swim'
  expect(wantedFiles(curriculum, videos)).toEqual([
    { id: id(2), kind: 'file', scheme },
    { id: id(3), kind: 'video', scheme },
    { id: id(5), kind: 'file', scheme },
    { id: id(1), kind: 'file', scheme },
  ])
})
