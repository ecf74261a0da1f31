import type { Plugin, Rolldown } from 'vite'

/** At the very top of a script it has Chromium compile all functions while the file is read, beside the page's own work. */
const MARK = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks a later part whose opening should not wait for the compiler, with the chunks that come with it. Parts are read
 * when the page is idle, so the work is done before the press; left alone it falls into the press, function by function.
 * First screens gain nothing by it (decision 49).
 */
export function compiledAhead(part: string): Plugin {
  return {
    name: 'rungs-compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = withImports(chunks, (chunk) => chunk.isEntry)
        const later = withImports(chunks, (chunk) => chunk.facadeModuleId?.endsWith(part) === true).difference(first)
        if (later.size === 0) this.error(`no chunk of ${part}`)
        for (const chunk of later) if (isNamedAnew(chunk, chunks)) chunk.code = MARK + chunk.code
      },
    },
  }
}

/** What leads to the shell, which holds the build's version, has another name with every build; a file that keeps its name must not change. */
function isNamedAnew(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): boolean {
  return [...withImports(chunks, (one) => one === chunk)].some(({ name }) => name === 'shell')
}

/** Chunks and all they import without waiting. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  isStart: (chunk: Rolldown.OutputChunk) => boolean,
): Set<Rolldown.OutputChunk> {
  const found = new Set(chunks.filter(isStart))
  // a set goes on to what is added to it meanwhile
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return found
}
