/** What a line of a text cites, links to or names. */
export interface Mention {
  what: string
  line: number
}

/** Comments and strings of TypeScript, SQL and CSS: `[7.5]` elsewhere is an array. */
const SPOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|--.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
/** A statement of the specification, or a rule of the product. */
const CITATION = /\[(R?\d+\.\d+)\]/g

function mentions(text: string, pattern: RegExp, from = 0, whole = text): Mention[] {
  return [...text.matchAll(pattern)].map(({ 1: what = '', index }) => ({
    what,
    line: whole.slice(0, from + index).split('\n').length,
  }))
}

/** The numbers that a page of numbered lines defines. */
export function numbersIn(markdown: string): string[] {
  return [...markdown.matchAll(/^- (R?\d+\.\d+) /gm)].map(([, number = '']) => number)
}

export function citationsIn(text: string, isCode: boolean): Mention[] {
  if (!isCode) return mentions(text, CITATION)
  return [...text.matchAll(SPOKEN)].flatMap(({ 0: spoken, index }) => mentions(spoken, CITATION, index, text))
}

/** Links of a Markdown page that stay in the repository. */
export function linksIn(markdown: string): Mention[] {
  return mentions(markdown, /\]\((?![a-z]+:)([^)\s]+)\)/g)
}

/** What stands between backticks and is a path below one of these folders; a path with a placeholder is not. */
export function pathsIn(markdown: string, folders: readonly string[]): Mention[] {
  const paths = mentions(markdown, /`([\w.-]+\/[\w./-]*)`/g)
  return paths.filter(({ what }) => folders.includes(what.split('/')[0] ?? '') && !what.includes('NNNN'))
}

/** What stands between backticks and is a folder or a source file, as the README of a folder names it. */
export function namesIn(markdown: string): Mention[] {
  return mentions(markdown, /`((?:[\w.-]+\/)*(?:[\w.-]+\.(?:tsx?|mjs|json|css|sql)|[\w.-]+\/))`/g)
}

/** Pages of `docs/` that any text names by their path. */
export function pagesIn(text: string): Mention[] {
  return mentions(text, /(?<![\w/.-])(docs\/[\w./-]+\.md)\b/g).filter(({ what }) => !what.includes('NNNN'))
}

/** The anchors of a Markdown page, as GitHub makes them of its headings. */
export function anchorsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
