import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { AuthorNodeBody } from '#contract/curriculum/authoring.ts'
import { SettingNumber, strict } from '#contract/platform/fields.ts'
import type { FoundOutline, ImportBody, ImportIntoBody } from '#contract/curriculum/scheme-files.ts'
import { GradesBody, SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import { mayShowContent } from '#domain/curriculum/permissions.ts'
import { readOutline } from '#domain/curriculum/transfer/outline.ts'
import { withoutBlankWords, type Section } from '#domain/curriculum/content.ts'
import { fitInto, type TargetScheme } from '#domain/curriculum/transfer/fit-into.ts'
import { videoName } from '#domain/curriculum/transfer/import-settings.ts'
import { fitContent, fitNodes, type ImportProblem, type SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import type { FrameworkScale } from '#domain/curriculum/transfer/moodle.ts'
import type { LeftOut } from '#domain/curriculum/transfer/sheet.ts'
import type { Conflict } from '#domain/curriculum/transfer/merge-file.ts'
import type { SchemeFingerprints } from '#domain/curriculum/transfer/scheme-fingerprints.ts'
import type { SettingChange } from '#domain/curriculum/edits/scheme-settings.ts'
import type { Tree } from '#domain/curriculum/tree.ts'
import { SCALE_KINDS, defaultPassValue, usualScale } from '#domain/curriculum/grade-scale.ts'
import { parseAddress } from '#domain/curriculum/address.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import { checkGrades } from '../settings/check-grades.ts'
import {
  isCasePackage,
  parseJson,
  parseSheet,
  parseTable,
  readCaseFile,
  readOutlineTable,
  refuseNoText,
  type ReadOutlineFile,
} from './read-outline.ts'
import { cleanSection } from '../schemes/clean.ts'
import { shownFiles } from '../schemes/used-files.ts'

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
          id: SettingNumber,
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
  /** What the file was found to be; null = a scheme file. */
  found: FoundOutline | null
  /** The scale of skills for which the file names none, and how many these are. */
  scale: number | null
  scaled: number
}

/** Checks the shape of a scheme file. Like every function here that reads a text, it runs in a child process. */
function checkSchemeFile(parsed: unknown): SchemeFile {
  if (!Value.Check(Shape, parsed)) {
    const [first] = Value.Errors(Shape, parsed)
    throw new Refusal('INVALID_REQUEST', {
      field: `text${first?.instancePath ?? ''}`,
      detail: `text${first?.instancePath ?? ''}: ${first?.message ?? 'not a scheme'}`,
    })
  }
  const file = withoutBlankTexts(parsed as unknown as SchemeFile)
  // `never`, because the file's labels are readonly for the compiler
  checkGrades({ grades: file.grades as never })
  const hasRepeatedId = (entries: readonly { id: number }[]) =>
    new Set(entries.map(({ id }) => id)).size !== entries.length
  if (hasRepeatedId(file.sections) || hasRepeatedId(file.videos))
    throw new Refusal('INVALID_REQUEST', { field: 'text', detail: 'text: an id is given twice' })
  return file
}

/**
 * The file without its blank texts, as of languages into which a program that wrote it has not translated: readers of
 * these languages would see nothing in place of the text of another language.
 */
function withoutBlankTexts(file: SchemeFile): SchemeFile {
  return {
    ...file,
    name: withoutBlankWords(Object.fromEntries(Object.entries(file.name).map(([lang, text]) => [lang, text.trim()]))),
    nodes: file.nodes.map((node) => ({
      ...node,
      title: withoutBlankWords(node.title),
      content: node.content.map((section) => ({
        ...section,
        title: withoutBlankWords(section.title),
        value: withoutBlankWords(section.value),
      })),
    })),
  }
}

/** A scheme file as a scheme that can be stored; content that does not fit is left out and reported. */
function storableScheme({ marks: _, ...file }: SchemeFile, session: Author): ReadScheme {
  const { nodes, problems } = keepFitting(file.nodes, session)
  // videos must lead to a web address or a stored file
  const videos = file.videos.filter(({ url }) => ['web', 'file'].includes(parseAddress(url)?.kind ?? ''))
  for (const { id, url } of file.videos)
    if (!videos.some((video) => video.id === id))
      problems.push({ at: `video ${id}`, code: 'CONTENT_LEFT_OUT', what: url })
  // a poster must be a stored picture
  const checkedVideos = videos.map(({ poster = null, ...video }) => ({
    ...video,
    name: videoName(video),
    ...(poster !== null && parseStoredAddress(poster) ? { poster } : {}),
  }))
  return { file: { ...file, videos: checkedVideos, nodes }, problems, found: null, scale: null, scaled: 0 }
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
  found: FoundOutline | null
  scale: number | null
  scaled: number
}

/** A parsed file of any form, before it is compared with a scheme. */
export type ParsedFile = { file: SchemeFile } | ReadOutlineFile

/**
 * Reads a parsed file of either format for an import into an existing scheme; `prefer` decides between the file and the
 * scheme where both have changed. `filesAmong` looks up which files of the client there are among some ids.
 */
export async function readIntoScheme(
  parsed: ParsedFile,
  { prefer, scale: chosenScale }: Pick<ImportIntoBody, 'prefer' | 'scale'>,
  session: Author,
  { tree, uuid, settings, lastInEdits }: Pick<TargetScheme, 'tree' | 'uuid' | 'settings' | 'lastInEdits'>,
  filesAmong: (ids: readonly string[]) => Promise<TargetScheme['files']>,
): Promise<FittedFile> {
  const { nodes: present } = tree
  if ('file' in parsed) {
    const { file } = parsed
    const files = await filesAmong(shownFiles(file).map((shown) => shown.file))
    const showsVideos = mayShowContent('video', session.features)
    const fitting = fitInto(file, { tree, uuid, settings, lastInEdits, showsVideos, files }, prefer)
    const { nodes, problems } = keepFitting(fitting.nodes, session, present)
    return {
      nodes,
      settings: fitting.settings,
      marks: file.marks ?? null,
      conflicts: fitting.conflicts,
      problems: [...fitting.problems, ...problems],
      locate: (id) => id,
      found: null,
      scale: null,
      scaled: 0,
    }
  }
  const { outline, problems: columnProblems, found, labels } = parsed
  const languages = settings.languages.map(languageOf)
  const language = languageOf(session.language)
  const kinds = [...present.values()].flatMap(({ t, grade }) => (t === 's' && grade !== null ? grade : []))
  const scale = chosenScale === undefined ? usualScale(kinds) : chosenScale
  const outlineTree = readOutline(outline, language, scale, {
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
    // the scales of the scheme stay as they are
    found: labels === null ? found : { ...found, left_out: [...found.left_out, leftOutScale(labels)] },
    scale,
    scaled: outlineTree.scaled,
  }
}

const leftOutScale = ({ labels }: FrameworkScale): LeftOut => ({ what: 'scales', name: labels.join(', '), count: 1 })

/** A file with which a new scheme is to be made. */
export type NewSchemeFile = Pick<ImportBody, 'format' | 'text' | 'name' | 'reading' | 'sheet' | 'scale'>

/** Reads a file as a new scheme, in the uploading user's language unless the file says more. */
export async function readNewScheme(
  { name, scale: chosenScale, ...file }: NewSchemeFile,
  session: Author,
): Promise<ReadScheme> {
  const parsed = await parseFile(file)
  if ('file' in parsed) return storableScheme(parsed.file, session)
  const { outline, problems: columnProblems, found, labels } = parsed
  const language = languageOf(session.language)
  const named = outline.flatMap(({ grade = '' }) => (/^[1-8]$/.test(grade.trim()) ? Number(grade) : []))
  const scale = chosenScale === undefined ? (labels?.grade ?? usualScale(named)) : chosenScale
  const outlineTree = readOutline(outline, language, scale)
  const { nodes, problems } = keepFitting(outlineTree.nodes, session)
  const grades = SCALE_KINDS.map((grade) =>
    grade === labels?.grade
      ? { grade, pass: labels.pass, labels: { [language]: labels.labels } }
      : { grade, pass: defaultPassValue(grade), labels: null },
  )
  return {
    file: {
      format: 'rungs-scheme',
      version: 1,
      name: { [language]: name ?? found.name },
      languages: [session.language],
      sections: [],
      grades,
      videos: [],
      nodes,
    },
    problems: [...columnProblems, ...outlineTree.problems, ...problems],
    found,
    scale,
    scaled: outlineTree.scaled,
  }
}

/** Parses a file of any form. */
export async function parseFile({
  format,
  text,
  reading,
  sheet,
}: Pick<ImportBody, 'format' | 'text' | 'reading' | 'sheet'>): Promise<ParsedFile> {
  if (format === 'sheet') return readOutlineTable(await parseSheet(text, sheet), reading)
  refuseNoText(text)
  if (format === 'csv') return readOutlineTable(parseTable(text), reading)
  const parsed = parseJson(text)
  return isCasePackage(parsed) ? readCaseFile(parsed) : { file: checkSchemeFile(parsed) }
}
