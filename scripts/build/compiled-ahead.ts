import type { Plugin, Rolldown } from 'vite'

/** At the very top of a script it has Chromium compile all functions while the file is read, beside the page's own work. */
const MARK = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks what each portal's page starts with, and a later part whose opening should not wait for the compiler, with the
 * chunks that come with it. Left alone that work falls into the start or the press, function by function; a part is read
 * when the page is idle, so with the mark it is done before (decisions 49 and 51).
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
        const isPart = (chunk: Rolldown.OutputChunk) => chunk.facadeModuleId?.endsWith(part) === true
        if (!chunks.some(isPart)) this.error(`no chunk of ${part}`)
        for (const chunk of withImports(chunks, (one) => one.isEntry || isPart(one)))
          if (isNamedAnew(chunk, chunks)) chunk.code = MARK + chunk.code
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
