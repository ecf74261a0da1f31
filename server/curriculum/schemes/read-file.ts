import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { AuthorNodeBody } from '#contract/curriculum/authoring.ts'
import { Count, strict } from '#contract/platform/fields.ts'
import type { ImportIntoBody } from '#contract/curriculum/scheme-files.ts'
import { GradesBody, SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import { fromCsvCell } from '#domain/platform/csv-cell.ts'
import { mayShowContent } from '#domain/curriculum/permissions.ts'
import { OUTLINE, readOutline, type OutlineRow } from '#domain/curriculum/transfer/outline.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { fitInto, type TargetScheme } from '#domain/curriculum/transfer/fit-into.ts'
import { fitContent, fitNodes, type ImportProblem, type SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import type { Conflict } from '#domain/curriculum/transfer/merge-file.ts'
import type { SchemeFingerprints } from '#domain/curriculum/transfer/scheme-fingerprints.ts'
import type { SettingChange } from '#domain/curriculum/edits/scheme-settings.ts'
import type { Tree } from '#domain/curriculum/tree.ts'
import { SCALE_KINDS, defaultPassValue } from '#domain/curriculum/grade-scale.ts'
import { parseAddress } from '#domain/curriculum/address.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { readTable, TableProblem, type TableLimits, type TableRow } from '#server/platform/read-table.ts'
import type { Session } from '#server/platform/http/session.ts'
import { checkGrades } from './check-grades.ts'
import { cleanSection } from './clean.ts'
import { shownFiles } from './used-files.ts'

/** The schema of a scheme file. */
const Shape = Type.Object(
  {
    format: Type.Literal('rungs-scheme'),
    version: Type.Literal(1),
    name: Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String({ maxLength: 100 })),
    languages: Type.Array(Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }), { minItems: 1, maxItems: 20 }),
    sections: Type.Array(Type.Required(SectionsBody.properties.sections.items), { maxItems: 50 }),
    grades: GradesBody.properties.grades,
    videos: Type.Array(
      Type.Object(
        {
          id: Count,
          name: Type.String({ maxLength: 200 }),
          url: Type.String({ maxLength: 2_000 }),
          poster: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
        },
        strict,
      ),
      { maxItems: 5_000 },
    ),
    nodes: Type.Array(AuthorNodeBody, { maxItems: 50_000 }),
    /** Fingerprints of the scheme at the time of its export (`SchemeFingerprints`), not marks of members. */
    marks: Type.Optional(Type.Record(Type.String({ maxLength: 500 }), Type.Record(Type.String(), Type.String()))),
  },
  strict,
)

/** The fields of the uploading user's session on which the reading of a file depends. */
export type Author = Pick<Session, 'features' | 'language'>

/** A scheme read from a file, with the problems found in it. */
export interface ReadScheme {
  file: SchemeFile
  problems: ImportProblem[]
}

/**
 * Parses a scheme file and checks its shape. Like every function here that reads a text, it runs in a child process.
 */
export function parseSchemeFile(text: string): SchemeFile {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Refusal('INVALID_REQUEST', { field: 'text', detail: 'text: not JSON' })
  }
  if (!Value.Check(Shape, parsed)) {
    const [first] = Value.Errors(Shape, parsed)
    throw new Refusal('INVALID_REQUEST', {
      field: `text${first?.instancePath ?? ''}`,
      detail: `text${first?.instancePath ?? ''}: ${first?.message ?? 'not a scheme'}`,
    })
  }
  const file = parsed as unknown as SchemeFile
  // `never`, because the file's labels are readonly for the compiler
  checkGrades({ grades: file.grades as never })
  const hasRepeatedId = (entries: readonly { id: number }[]) =>
    new Set(entries.map(({ id }) => id)).size !== entries.length
  if (hasRepeatedId(file.sections) || hasRepeatedId(file.videos))
    throw new Refusal('INVALID_REQUEST', { field: 'text', detail: 'text: an id is given twice' })
  return file
}

/** Reads a scheme file as a scheme that can be stored; content that does not fit is left out and reported. */
export function readSchemeFile(text: string, session: Author): ReadScheme {
  const { marks: _, ...file } = parseSchemeFile(text)
  const { nodes, problems } = keepFitting(file.nodes, session)
  // videos must lead to a web address or a stored file
  const videos = file.videos.filter(({ url }) => ['web', 'file'].includes(parseAddress(url)?.kind ?? ''))
  for (const { id, url } of file.videos)
    if (!videos.some((video) => video.id === id))
      problems.push({ at: `video ${id}`, code: 'CONTENT_LEFT_OUT', what: url })
  // a poster must be a stored picture
  const checkedVideos = videos.map(({ poster = null, ...video }) => ({
    ...video,
    ...(poster !== null && parseStoredAddress(poster) ? { poster } : {}),
  }))
  return { file: { ...file, videos: checkedVideos, nodes }, problems }
}

/** Leaves out what does not fit the rules of a tree or the client's features; `present` are the scheme's own nodes. */
function keepFitting(fileNodes: SchemeFile['nodes'], session: Author, present: Tree['nodes'] = new Map()) {
  const tree = fitNodes(fileNodes, present)
  // content that the scheme already has is kept, even of a type that may not be added
  const alreadyHas = ({ key, type }: Section, id: string) =>
    present.get(id)?.content.some((section) => section.key === key && section.type === type) === true
  const content = fitContent(
    tree.nodes,
    (section, id) => mayShowContent(section.type, session.features) || alreadyHas(section, id),
  )
  const nodes = content.nodes.map((node) => ({ ...node, content: node.content.map(cleanSection) }))
  return { nodes, problems: [...tree.problems, ...content.problems] }
}

/** The content of a file that is imported into a scheme, with the conflicts and problems found so far. */
interface FittedFile {
  nodes: SchemeFile['nodes']
  /** The changes of the scheme's settings. */
  settings: SettingChange[]
  /** Fingerprints of the scheme when the file was exported; null when the file has none. */
  marks: SchemeFingerprints | null
  conflicts: Conflict[]
  problems: ImportProblem[]
  /** Where a node is in the file: its line in a CSV file, otherwise its id. */
  locate: (id: string) => string
}

/** A parsed file of either format, before it is compared with a scheme. */
export type ParsedFile = { file: SchemeFile } | OutlineRows

/**
 * Reads a parsed file of either format for an import into an existing scheme; `prefer` decides between the file and the
 * scheme where both have changed. `filesAmong` looks up which files of the client there are among some ids.
 */
export async function readIntoScheme(
  parsed: ParsedFile,
  prefer: ImportIntoBody['prefer'],
  session: Author,
  { tree, uuid, settings }: Pick<TargetScheme, 'tree' | 'uuid' | 'settings'>,
  filesAmong: (ids: readonly string[]) => Promise<TargetScheme['files']>,
): Promise<FittedFile> {
  const { nodes: present } = tree
  if ('file' in parsed) {
    const { file } = parsed
    const files = await filesAmong(shownFiles(file).map((shown) => shown.file))
    const showsVideos = mayShowContent('video', session.features)
    const fitting = fitInto(file, { tree, uuid, settings, showsVideos, files }, prefer)
    const { nodes, problems } = keepFitting(fitting.nodes, session, present)
    return {
      nodes,
      settings: fitting.settings,
      marks: file.marks ?? null,
      conflicts: fitting.conflicts,
      problems: [...fitting.problems, ...problems],
      locate: (id) => id,
    }
  }
  const { outline, problems: columnProblems } = parsed
  const languages = settings.languages.map(languageOf)
  const language = languageOf(session.language)
  const outlineTree = readOutline(outline, language, FIRST_ROW, {
    nodes: present,
    gone: tree.gone,
    languages: [language, ...languages],
  })
  const { nodes, problems } = keepFitting(outlineTree.nodes, session, present)
  const locate = (id: string) => outlineTree.lines.get(id) ?? id
  const located = problems.map((problem) => ({ ...problem, at: locate(problem.at) }))
  return {
    nodes,
    settings: [],
    marks: null,
    conflicts: [],
    problems: [...columnProblems, ...outlineTree.problems, ...located],
    locate,
  }
}

/** The rows of an outline in CSV, with its unknown columns as problems. */
export interface OutlineRows {
  outline: OutlineRow[]
  problems: ImportProblem[]
}

/** Enough rows for the largest scheme (one for each node, one for the header), and for the longest texts of authors. */
const LIMITS: TableLimits = { lines: 1_000_000, rows: 50_001, columns: 50, cell: 100_000, strayQuotes: 0 }

/** The line of the first row below the header. */
const FIRST_ROW = 2

function parseTable(text: string): TableRow[] {
  try {
    return readTable(text, LIMITS)
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error
    throw error.limit === 'quotes'
      ? new Refusal('INVALID_REQUEST', { field: 'text', detail: `text: ${error.message}`, cause: error })
      : new Refusal('CSV_TOO_LONG', { field: 'text', detail: error.message, cause: error })
  }
}

/** Reads the rows of an outline in CSV. */
export function readOutlineRows(text: string): OutlineRows {
  const rows = parseTable(text).map(({ cells }) => cells)
  const header = (rows[0] ?? []).map((column) => column.trim().toLowerCase())
  const missing = ['parent', 'title', 'type'].filter((column) => !header.includes(column))
  if (missing.length > 0)
    throw new Refusal('CSV_HEADER', { field: 'text', detail: `CSV_HEADER: ${missing.join(', ')}` })
  const unknown = header.filter((column) => column !== '' && !OUTLINE.some((name) => name === column))
  // an export has its texts as they are; others may have blanks round them
  const isExport = header.join() === OUTLINE.join()
  const textOf = (cell: string) => (isExport ? fromCsvCell(cell) : fromCsvCell(cell.trim()))
  const problems = unknown.map((what): ImportProblem => ({ at: /* line */ '1', code: 'UNKNOWN_COLUMN', what }))
  const outline = rows.slice(1).map((row, index): OutlineRow => {
    const rest = row.slice(header.length).flatMap((cell) => cell.trim() || [])
    if (rest.length > 0)
      problems.push({ at: String(FIRST_ROW + index), code: 'MORE_CELLS', what: rest.join('; ').slice(0, 200) })
    return Object.fromEntries(header.map((column, cell) => [column, textOf(row[cell] ?? '')]))
  })
  return { outline, problems }
}

/** Reads an outline in CSV as a new scheme in the uploading user's language. */
export function readOutlineFile(text: string, name: string, session: Author): ReadScheme {
  const { outline, problems: columnProblems } = readOutlineRows(text)
  const language = languageOf(session.language)
  const outlineTree = readOutline(outline, language, FIRST_ROW)
  const { nodes, problems } = keepFitting(outlineTree.nodes, session)
  return {
    file: {
      format: 'rungs-scheme',
      version: 1,
      name: { [language]: name },
      languages: [session.language],
      sections: [],
      grades: SCALE_KINDS.map((grade) => ({ grade, pass: defaultPassValue(grade), labels: null })),
      videos: [],
      nodes,
    },
    problems: [...columnProblems, ...outlineTree.problems, ...problems],
  }
}
