import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { AuthorNodeBody } from '#contract/curriculum/authoring.ts'
import { Count, strict } from '#contract/platform/fields.ts'
import type { ImportIntoBody } from '#contract/curriculum/scheme-files.ts'
import { GradesBody, SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import { ofCell } from '#domain/platform/csv-cell.ts'
import { mayShowContent } from '#domain/curriculum/permissions.ts'
import { OUTLINE, readOutline, type OutlineRow } from '#domain/curriculum/transfer/outline.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { fitInto, type TargetScheme } from '#domain/curriculum/transfer/fit-into.ts'
import { fitContent, fitNodes, type ImportProblem, type SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import type { Conflict } from '#domain/curriculum/transfer/merge-file.ts'
import type { Marks } from '#domain/curriculum/transfer/scheme-marks.ts'
import type { Setting } from '#domain/curriculum/edits/scheme-settings.ts'
import type { Tree } from '#domain/curriculum/tree.ts'
import { KINDS, usualPass } from '#domain/curriculum/grade-scale.ts'
import { addressOf } from '#domain/curriculum/address.ts'
import { storedName } from '#domain/curriculum/stored-file.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { wordsOf } from '#server/platform/http/schemas.ts'
import { readTable, TableProblem, type TableLimits, type TableRow } from '#server/platform/read-table.ts'
import type { Session } from '#server/platform/http/session.ts'
import { checkGrades } from './check-grades.ts'
import { cleanSection } from './clean.ts'
import { filesShown } from './used-files.ts'

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
    marks: Type.Optional(Type.Record(Type.String({ maxLength: 500 }), Type.Record(Type.String(), Type.String()))),
  },
  strict,
)

/** What is read of a file depends on no more of who brings it. */
export type Author = Pick<Session, 'features' | 'language'>

export interface ReadScheme {
  file: SchemeFile
  problems: ImportProblem[]
}

/** A file of ours, as what it says of itself. Runs in a child process, as all that reads a text here. */
export function parseSchemeFile(text: string): SchemeFile {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new Refusal('INVALID_REQUEST', { field: 'text', detail: 'text: not JSON' })
  }
  if (!Value.Check(Shape, given)) {
    const [first] = Value.Errors(Shape, given)
    throw new Refusal('INVALID_REQUEST', {
      field: `text${first?.instancePath ?? ''}`,
      detail: `text${first?.instancePath ?? ''}: ${first?.message ?? 'not a scheme'}`,
    })
  }
  const file = given as unknown as SchemeFile
  checkGrades({ grades: file.grades as never })
  const ids = [file.sections, file.videos].map((list) => new Set(list.map(({ id }) => id)).size)
  if (ids[0] !== file.sections.length || ids[1] !== file.videos.length)
    throw new Refusal('INVALID_REQUEST', { field: 'text', detail: 'text: an id is given twice' })
  return file
}

/** A file of ours as a scheme that can be stored, and what of it does not fit. */
export function readSchemeFile(text: string, session: Author): ReadScheme {
  const { marks: _, ...file } = parseSchemeFile(text)
  const { nodes, problems } = fitted(file.nodes, session)
  // a video that leads elsewhere than to a web address or a file of ours is no video
  const videos = file.videos.filter(({ url }) => ['web', 'file'].includes(addressOf(url)?.kind ?? ''))
  for (const { id, url } of file.videos)
    if (!videos.some((video) => video.id === id))
      problems.push({ at: `video ${id}`, code: 'CONTENT_LEFT_OUT', what: url })
  // what is no picture of ours stands for nothing
  const shown = videos.map(({ poster = null, ...video }) => ({
    ...video,
    ...(poster !== null && storedName(poster) ? { poster } : {}),
  }))
  return { file: { ...file, videos: shown, nodes }, problems }
}

function fitted(given: SchemeFile['nodes'], session: Author, here: Tree['nodes'] = new Map()) {
  const tree = fitNodes(given, here)
  // what the scheme has already is not forbidden, only not added
  const has = ({ key, type }: Section, id: string) =>
    here.get(id)?.content.some((one) => one.key === key && one.type === type) === true
  const content = fitContent(
    tree.nodes,
    (section, id) => mayShowContent(section.type, session.features) || has(section, id),
  )
  const nodes = content.nodes.map((node) => ({ ...node, content: node.content.map(cleanSection) }))
  return { nodes, problems: [...tree.problems, ...content.problems] }
}

interface ReadInto {
  nodes: SchemeFile['nodes']
  /** The changes of settings that go with it. */
  settings: Setting[]
  marks: Marks | null
  conflicts: Conflict[]
  problems: ImportProblem[]
  /** Where the file has a node: a line of a CSV file, else its id. */
  at: (id: string) => string
}

/** What stands in a file, before it is known what it means for a scheme. */
export type ParsedFile = { file: SchemeFile } | OutlineRows

/** A file, of either format, as what it says of a scheme that there is. */
export async function readIntoScheme(
  given: ParsedFile,
  prefer: ImportIntoBody['prefer'],
  session: Author,
  { tree, uuid, settings }: Pick<TargetScheme, 'tree' | 'uuid' | 'settings'>,
  filesAmong: (ids: readonly string[]) => Promise<TargetScheme['files']>,
): Promise<ReadInto> {
  const { nodes: here } = tree
  if ('file' in given) {
    const { file } = given
    const files = await filesAmong(filesShown(file).map((one) => one.file))
    const films = mayShowContent('video', session.features)
    const brought = fitInto(file, { tree, uuid, settings, films, files }, prefer)
    const { nodes, problems } = fitted(brought.nodes, session, here)
    return {
      nodes,
      settings: brought.settings,
      marks: file.marks ?? null,
      conflicts: brought.conflicts,
      problems: [...brought.problems, ...problems],
      at: (id) => id,
    }
  }
  const { outline, problems: columns } = given
  const languages = settings.languages.map(wordsOf)
  const language = wordsOf(session.language)
  const read = readOutline(outline, language, 2, {
    nodes: here,
    gone: tree.gone,
    languages: [language, ...languages],
  })
  const { nodes, problems } = fitted(read.nodes, session, here)
  const at = (id: string) => read.lines.get(id) ?? id
  const located = problems.map((problem) => ({ ...problem, at: at(problem.at) }))
  return { nodes, settings: [], marks: null, conflicts: [], problems: [...columns, ...read.problems, ...located], at }
}

export interface OutlineRows {
  outline: OutlineRow[]
  problems: ImportProblem[]
}

/** As many rows as a scheme has nodes at most, and longer texts than anybody writes. */
const LIMITS: TableLimits = { lines: 1_000_000, rows: 50_001, columns: 50, cell: 100_000 }

function table(text: string): TableRow[] {
  try {
    return readTable(text, LIMITS)
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error
    throw error.limit === 'quotes'
      ? new Refusal('INVALID_REQUEST', { field: 'text', detail: `text: ${error.message}`, cause: error })
      : new Refusal('CSV_TOO_LONG', { field: 'text', detail: error.message, cause: error })
  }
}

/** The rows of an outline as CSV. */
export function readOutlineRows(text: string): OutlineRows {
  const rows = table(text).map(({ cells }) => cells)
  const head = (rows[0] ?? []).map((column) => column.trim().toLowerCase())
  const missing = ['parent', 'title', 'type'].filter((column) => !head.includes(column))
  if (missing.length > 0)
    throw new Refusal('CSV_HEADER', { field: 'text', detail: `CSV_HEADER: ${missing.join(', ')}` })
  const unknown = head.filter((column) => column !== '' && !OUTLINE.some((one) => one === column))
  const outline = rows
    .slice(1)
    .map((row): OutlineRow => Object.fromEntries(row.map((cell, at) => [head[at] ?? '', ofCell(cell)])))
  return { outline, problems: unknown.map((what): ImportProblem => ({ at: '1', code: 'UNKNOWN_COLUMN', what })) }
}

/** An outline as CSV as a scheme in the language of who brings it. */
export function readOutlineFile(text: string, name: string, session: Author): ReadScheme {
  const { outline, problems: columns } = readOutlineRows(text)
  const language = wordsOf(session.language)
  const read = readOutline(outline, language, 2)
  const { nodes, problems } = fitted(read.nodes, session)
  return {
    file: {
      format: 'rungs-scheme',
      version: 1,
      name: { [language]: name },
      languages: [session.language],
      sections: [],
      grades: KINDS.map((grade) => ({ grade, pass: usualPass(grade), labels: null })),
      videos: [],
      nodes,
    },
    problems: [...columns, ...read.problems, ...problems],
  }
}
