import type { NewNode, NewScheme } from '#server/schemes/commands.ts'

export interface Words {
  en: string
  cy: string
}

/** A skill in one line: grade kind, English, Welsh. */
export type SkillLine = readonly [kind: 1 | 2 | 3 | 4, en: string, cy: string]

export interface LevelText {
  title: Words
  /** What to take care of, shown with each of its skills. */
  safety: Words
  /** What a family can practise at home. */
  home: Words
  skills: readonly SkillLine[]
  /** Any so many of the skills; absent = all. */
  count?: number
}

/** Last segment of a node id: letters, digits and hyphens of the English title. */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/ +/g, '-')
}

export function newNode(id: string, parentId: string | null, t: NewNode['t'], title: Words): NewNode {
  return {
    id,
    parentId,
    t,
    title: { ...title },
    grade: null,
    group: null,
    completion: null,
    completionType: 'automated',
    required: [],
    hidden: false,
    skipped: false,
    starred: false,
    content: [],
    videos: [],
  }
}

const headings = {
  safety: { en: 'Stay safe', cy: 'Cadwch yn ddiogel' },
  home: { en: 'Practise at home', cy: 'Ymarfer gartref' },
}

/** A scheme of levels with their skills straight below. */
export function levelScheme(id: string, slug: string, name: Words, levels: readonly LevelText[]): NewScheme {
  const nodes = levels.flatMap((level): NewNode[] => {
    const levelId = `/${slugOf(level.title.en)}`
    const skills = level.skills.map(([kind, en, cy]): NewNode => ({
      ...newNode(`${levelId}/${slugOf(en)}`, levelId, 's', { en, cy }),
      grade: kind,
      starred: true,
      content: [
        { type: 'warning', title: headings.safety, value: { ...level.safety } },
        { type: 'text', title: headings.home, value: { ...level.home } },
      ],
    }))
    const completion = level.count === undefined ? null : { ids: skills.map((s) => s.id), count: level.count }
    return [{ ...newNode(levelId, null, 'l', level.title), completion }, ...skills]
  })
  return {
    id,
    slug,
    name: { ...name },
    languages: ['en-GB', 'cy-GB'],
    grades: [
      { grade: 2, pass: 2 },
      { grade: 3, pass: 3 },
      { grade: 4, pass: 4 },
    ],
    sections: [
      { id: 1, name: headings.safety, type: 'warning', ordering: 1 },
      { id: 2, name: headings.home, type: 'text', ordering: 2 },
    ],
    videos: [],
    nodes,
  }
}
