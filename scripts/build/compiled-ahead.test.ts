import type { Plugin, Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { compiledAhead } from './compiled-ahead.ts'

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'name' | 'imports' | 'isEntry' | 'facadeModuleId' | 'code'>

function chunk(name: string, imports: string[], more: Partial<Chunk> = {}): Chunk & { type: 'chunk' } {
  return { type: 'chunk', fileName: name, name, imports, isEntry: false, facadeModuleId: null, code: name, ...more }
}

function marked(plugin: Plugin, chunks: readonly Chunk[]): string[] {
  const hook = plugin.generateBundle as { handler: (...args: unknown[]) => void }
  const fail = (text: string) => {
    throw new Error(text)
  }
  hook.handler.call({ error: fail }, {}, Object.fromEntries(chunks.map((one) => [one.fileName, one])))
  return chunks.filter(({ code }) => code.startsWith('//# allFunctionsCalledOnLoad\n')).map(({ name }) => name)
}

test('first screens and a later part are marked with what comes with them, but no other part and no file that keeps its name', () => {
  const chunks = [
    chunk('main', ['shell', 'runtime', 'first'], { isEntry: true }),
    chunk('shell', ['runtime']),
    chunk('runtime', []),
    chunk('first', ['shell']),
    chunk('editor', ['shell', 'tree', 'slug'], { facadeModuleId: '/web/editor-page.tsx' }),
    chunk('tree', ['modal']),
    chunk('modal', ['shell']),
    chunk('slug', []),
    chunk('reports', ['shell'], { facadeModuleId: '/web/reports-page.tsx' }),
  ]
  expect(marked(compiledAhead('/editor-page.tsx'), chunks)).toEqual([
    'main',
    'shell',
    'first',
    'editor',
    'tree',
    'modal',
  ])
})

test('a part that is not there any more fails the build', () => {
  expect(() => marked(compiledAhead('/gone.tsx'), [chunk('main', [], { isEntry: true })])).toThrow(
    'no chunk of /gone.tsx',
  )
})
