/** A citation, link or name in a text, with its line. */
export interface Mention {
  text: string
  line: number
}

/** Comments and strings of TypeScript, SQL and CSS. Elsewhere in code `[7.5]` is an array. */
const COMMENT_OR_STRING = /\/\/.*|\/\*[\s\S]*?\*\/|--.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
/** A statement of the specification, or a rule of the product. */
const CITATION = /\[(R?\d+\.\d+)\]/g

/**
 * The first group of each match of the pattern, with its line. When only a part of a text is searched, `start` is where
 * that part begins in `text`, so that the line is that of the whole text.
 */
function mentions(part: string, pattern: RegExp, start = 0, text = part): Mention[] {
  return [...part.matchAll(pattern)].map(({ 1: mentioned = '', index }) => ({
    text: mentioned,
    line: text.slice(0, start + index).split('\n').length,
  }))
}

/** The numbers of the statements or rules that a page defines, one at the beginning of each list item. */
export function numbersIn(markdown: string): string[] {
  return [...markdown.matchAll(/^- (R?\d+\.\d+) /gm)].map(([, number = '']) => number)
}

/** The statements and rules that a text cites. In code only comments and strings are searched. */
export function citationsIn(text: string, isCode: boolean): Mention[] {
  if (!isCode) return mentions(text, CITATION)
  return [...text.matchAll(COMMENT_OR_STRING)].flatMap(({ 0: part, index }) => mentions(part, CITATION, index, text))
}

/** The links of a Markdown page to files of the repository. */
export function linksIn(markdown: string): Mention[] {
  return mentions(markdown, /\]\((?![a-z]+:)([^)\s]+)\)/g)
}

/** The paths below one of these folders that are between backticks. Paths with a placeholder are left out. */
export function pathsIn(markdown: string, folders: readonly string[]): Mention[] {
  const paths = mentions(markdown, /`([\w.-]+\/[\w./-]*)`/g)
  return paths.filter(({ text: path }) => folders.includes(path.split('/')[0] ?? '') && !path.includes('NNNN'))
}

/** A function, type or constant that a page names in brackets after the file that has it. */
interface NamedInFile extends Mention {
  file: string
}

/** The names between backticks in the brackets that follow the path of a source file. */
export function namesInFiles(markdown: string): NamedInFile[] {
  return [...markdown.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs))` \(([^)]*)\)/g)].flatMap(
    ({ 1: file = '', 2: names = '', index }) =>
      mentions(names, /`(\w+)`/g, index, markdown).map((mention) => ({ ...mention, file })),
  )
}

/** The names of folders and source files between backticks, as the README of a folder has them. */
export function namesIn(markdown: string): Mention[] {
  return mentions(markdown, /`((?:[\w.-]+\/)*(?:[\w.-]+\.(?:tsx?|mjs|json|css|sql)|[\w.-]+\/))`/g)
}

/** The pages of `docs/` that a text names by their path. */
export function pagesIn(text: string): Mention[] {
  return mentions(text, /(?<![\w/.-])(docs\/[\w./-]+\.md)\b/g).filter(({ text: page }) => !page.includes('NNNN'))
}

/** The anchors that GitHub makes from the headings of a Markdown page. */
export function anchorsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
