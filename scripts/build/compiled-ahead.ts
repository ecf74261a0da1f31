import type { Plugin, Rolldown } from 'vite'

/** At the very top of a script it makes Chromium compile all functions while it reads the file, on a thread beside the page. */
const MARK = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the scripts that each portal's page starts with. Without the mark Chromium compiles each function when it is
 * first called, on the page's own thread, and the start takes longer by a seventh (decision 51).
 */
export function compiledAhead(): Plugin {
  return {
    name: 'rungs-compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        for (const chunk of withImports(chunks, (one) => one.isEntry))
          if (isNamedAnew(chunk, chunks)) chunk.code = MARK + chunk.code
      },
    },
  }
}

/** A file must not change under a name that browsers keep for ever; only what imports the shell, which holds the build's version, has a new name with every build. */
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
