import type { Plugin, Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { compileAtLoad } from './compile-at-load.ts'

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'name' | 'imports' | 'isEntry' | 'code'>

function chunk(name: string, imports: string[], fields: Partial<Chunk> = {}): Chunk & { type: 'chunk' } {
  return { type: 'chunk', fileName: name, name, imports, isEntry: false, code: name, ...fields }
}

/** Runs the plug-in, and returns the names of the chunks that it marks. */
function markedNames(plugin: Plugin, chunks: readonly Chunk[]): string[] {
  const hook = plugin.generateBundle as { handler: (...args: unknown[]) => void }
  hook.handler.call({}, {}, Object.fromEntries(chunks.map((entry) => [entry.fileName, entry])))
  return chunks.filter(({ code }) => code.startsWith('//# allFunctionsCalledOnLoad\n')).map(({ name }) => name)
}

test('the plug-in marks the scripts that a page starts with, but no lazy script and none that keeps its name in every build', () => {
  const chunks = [
    chunk('main', ['shell', 'runtime', 'first'], { isEntry: true }),
    chunk('shell', ['runtime']),
    // keeps its name, because it does not import the shell
    chunk('runtime', []),
    chunk('first', ['shell']),
    // lazy, because no start script imports it
    chunk('reports', ['shell']),
  ]
  expect(markedNames(compileAtLoad(), chunks)).toEqual(['main', 'shell', 'first'])
})
