import type { DemoContent, DemoNode, Text } from './scheme.ts'

/** Optional parts of a skill. */
interface SkillDetails {
  /** What a family can practise. */
  home?: Text
  /** A safety note that replaces the level's. */
  safe?: Text
  /** Tags, separated by commas. */
  tags?: Text
  /** Ids of videos of the scheme. */
  videos?: number[]
  /** Addresses of files, separated by commas. */
  files?: string
  /** The address of a page to read. */
  link?: string
  hidden?: true
  skipped?: true
  /** The id of the node to which the skill is linked, in another client's scheme. */
  from?: string
}

/** A skill in one line: grade kind, title and description, each in English and Welsh. */
export type SkillLine = readonly [
  kind: 1 | 2 | 3 | 4,
  en: string,
  cy: string,
  descriptionEn: string,
  descriptionCy: string,
  details?: SkillDetails,
]

/** Returns the function that writes a skill of one grade kind without Welsh. */
export const englishSkill =
  (kind: SkillLine[0]) =>
  (en: string, description: string, details: SkillDetails = {}): SkillLine => [kind, en, '', description, '', details]

/** A skill group inside a level. */
interface SkillGroupLines {
  title: Text
  skills: readonly SkillLine[]
  /** How many of `skills` must be passed; all when absent. */
  count?: number
}

/** A level with all its skills, as content files write it. */
export interface LevelLines {
  title: Text
  /** What a child of this level can do. */
  about: Text
  /** A safety note, shown with each of its skills that has none of its own. */
  safe: Text
  /** What a family can practise; shown with the level. */
  home: Text
  body: readonly (SkillLine | SkillGroupLines)[]
  /** How many nodes in `body` must be complete; all when absent. */
  count?: number
  /** English titles of nodes in `body` that are required. */
  required?: readonly string[]
  /** A coach passes the level manually. */
  manual?: true
}

/** The titles of a node's sections. */
const headings = {
  what: { en: 'What to do', cy: 'Beth i’w wneud' },
  safe: { en: 'Stay safe', cy: 'Cadwch yn ddiogel' },
  home: { en: 'Practise at home', cy: 'Ymarfer gartref' },
  tags: { en: 'Themes', cy: 'Themâu' },
  files: { en: 'Files', cy: 'Ffeiliau' },
  link: { en: 'Read more', cy: 'Darllen mwy' },
} satisfies Record<string, Text>

/** The sections of the demo's schemes. */
export const sections = [
  { name: headings.what, type: 'text' as const, ordering: 1 },
  { name: headings.safe, type: 'warning' as const, ordering: 2 },
  { name: headings.home, type: 'text' as const, ordering: 3 },
  { name: headings.tags, type: 'tags' as const, ordering: 4 },
]

/** The last segment of a node id, made from the English title. Accents are removed: NFD makes them characters. */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** A text in both languages; an empty `cy` means that the scheme has no Welsh. */
const text = (en: string, cy: string): Text => (cy === '' ? { en } : { en, cy })

function skill([kind, en, cy, descriptionEn, descriptionCy, details = {}]: SkillLine, levelSafe: Text): DemoNode {
  const content: DemoContent[] = [
    { type: 'text', title: headings.what, value: text(descriptionEn, descriptionCy) },
    { type: 'warning', title: headings.safe, value: details.safe ?? levelSafe },
  ]
  if (details.home) content.push({ type: 'text', title: headings.home, value: details.home })
  if (details.tags) content.push({ type: 'tags', title: headings.tags, value: details.tags })
  if (details.files) content.push({ type: 'files', title: headings.files, value: { en: details.files } })
  if (details.link) content.push({ type: 'link', title: headings.link, value: { en: details.link } })
  return {
    slug: slugOf(en),
    title: text(en, cy),
    t: 's',
    grade: kind,
    // the report of percentages counts starred skills
    starred: true,
    content,
    ...(details.videos ? { videos: details.videos } : {}),
    ...(details.from ? { from: details.from } : {}),
    ...(details.hidden ? { hidden: true } : {}),
    ...(details.skipped ? { skipped: true } : {}),
  }
}

/** A level with its skills and skill groups, as nodes. */
export function level(lines: LevelLines): DemoNode {
  return {
    slug: slugOf(lines.title.en),
    title: lines.title,
    t: 'l',
    ...(lines.count === undefined ? {} : { completionCount: lines.count }),
    ...(lines.manual ? { completionType: 'manual' as const } : {}),
    ...(lines.required ? { required: lines.required.map(slugOf) } : {}),
    content: [
      { type: 'text', title: headings.what, value: lines.about },
      { type: 'warning', title: headings.safe, value: lines.safe },
      { type: 'text', title: headings.home, value: lines.home },
    ],
    // a skill group is an object with a title, a skill is a tuple
    children: lines.body.map((line): DemoNode =>
      'title' in line
        ? {
            slug: slugOf(line.title.en),
            title: line.title,
            t: 'sg',
            ...(line.count === undefined ? {} : { completionCount: line.count }),
            children: line.skills.map((skillLine) => skill(skillLine, lines.safe)),
          }
        : skill(line, lines.safe),
    ),
  }
}
