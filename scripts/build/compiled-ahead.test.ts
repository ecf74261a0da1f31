import type { Plugin, Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { compiledAhead } from './compiled-ahead.ts'

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'name' | 'imports' | 'isEntry' | 'code'>

function chunk(name: string, imports: string[], more: Partial<Chunk> = {}): Chunk & { type: 'chunk' } {
  return { type: 'chunk', fileName: name, name, imports, isEntry: false, code: name, ...more }
}

function marked(plugin: Plugin, chunks: readonly Chunk[]): string[] {
  const hook = plugin.generateBundle as { handler: (...args: unknown[]) => void }
  hook.handler.call({}, {}, Object.fromEntries(chunks.map((one) => [one.fileName, one])))
  return chunks.filter(({ code }) => code.startsWith('//# allFunctionsCalledOnLoad\n')).map(({ name }) => name)
}

test('first screens are marked with what comes with them, but no later part and no file that keeps its name', () => {
  const chunks = [
    chunk('main', ['shell', 'runtime', 'first'], { isEntry: true }),
    chunk('shell', ['runtime']),
    chunk('runtime', []),
    chunk('first', ['shell']),
    chunk('reports', ['shell']),
  ]
  expect(marked(compiledAhead(), chunks)).toEqual(['main', 'shell', 'first'])
})
