import type { Plugin, Rolldown } from 'vite'

/**
 * This comment at the very top of a script makes Chromium compile all functions while it reads the file, on a thread
 * beside that of the page.
 */
const MARK = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the scripts that each portal's page starts with. Without the mark Chromium compiles each function when it is
 * first called, on the page's own thread, and the start takes a seventh longer (decision 51).
 */
export function compileAtLoad(): Plugin {
  return {
    name: 'rungs-compile-at-load',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        for (const chunk of withImports(chunks, ({ isEntry }) => isEntry))
          if (changesNameWithBuild(chunk, chunks)) chunk.code = MARK + chunk.code
      },
    },
  }
}

/**
 * Whether a chunk has another name with every build, because it imports the shell, which contains the build's version.
 * A chunk that keeps its name must not change, because browsers cache it for ever.
 */
function changesNameWithBuild(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): boolean {
  return [...withImports(chunks, (other) => other === chunk)].some(({ name }) => name === 'shell')
}

/** The start chunks with all that they import statically. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  isStart: (chunk: Rolldown.OutputChunk) => boolean,
): Set<Rolldown.OutputChunk> {
  const reached = new Set(chunks.filter(isStart))
  // the loop over the set also visits chunks that are added meanwhile
  for (const { imports } of reached)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk)
  return reached
}
