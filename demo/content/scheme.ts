/** A text in English and, where the scheme has it, in Welsh. */
export interface Text {
  en: string
  cy?: string
}

/** A section of a node. */
export interface DemoContent {
  type: 'title' | 'text' | 'warning' | 'tags' | 'files' | 'video' | 'link'
  title: Text
  value: Text
}

/** A node of a demo curriculum. Its id is made from its slug and those of its parents. */
export interface DemoNode {
  /** Last segment of the node id: letters, digits, hyphen. */
  slug: string
  title: Text
  /** Level, skill group or skill. */
  t: 'l' | 'sg' | 's'
  /** Grade kind; skills only. */
  grade?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  /** How many of the children must be complete; absent = all that count. */
  completionCount?: number
  completionType?: 'automated' | 'manual'
  /** Slugs of children that are required. */
  required?: string[]
  hidden?: boolean
  skipped?: boolean
  starred?: boolean
  content?: DemoContent[]
  /** Ids of videos of the scheme. */
  videos?: number[]
  /** The id of the node to which this one is linked, in another client's scheme. */
  from?: string
  children?: DemoNode[]
}

/** A curriculum of the demo. */
export interface DemoScheme {
  slug: string
  name: Text
  /** Locales, such as en-GB. */
  languages: string[]
  /** For each grade kind (`grade`) the grade from which a skill is passed (`pass`). */
  grades: { grade: number; pass: number }[]
  sections: { name: Text; type: DemoContent['type']; ordering: number }[]
  videos: { id: number; name: string; url: string; poster?: string }[]
  roots: DemoNode[]
}

/** A node with its id, and its parent's id instead of children. */
interface FlatNode extends Omit<DemoNode, 'slug' | 'children' | 'required' | 'completionCount'> {
  id: string
  parentId: string | null
  /** 1 = root. */
  depth: number
  /** The listed nodes, and how many of them must be complete; null = all children that count. */
  completion: [ids: string[], count: number] | null
  completionType: 'automated' | 'manual'
  /** Node ids. */
  required: string[]
}

/** For each of the grade kinds 1 to 8 (`grade`) the grade from which a skill is passed (`pass`). */
export const defaultGrades: readonly { grade: number; pass: number }[] = [1, 2, 3, 4, 3, 3, 3, 3].map(
  (pass, index) => ({
    grade: index + 1,
    pass,
  }),
)

/** The nodes of a scheme in tree order: parents before children, siblings in their order. */
export function flattenScheme(scheme: DemoScheme): FlatNode[] {
  const flat: FlatNode[] = []
  const add = (node: DemoNode, parentId: string | null, depth: number): void => {
    const { slug, children = [], required = [], completionCount, ...fields } = node
    const id = `${parentId ?? ''}/${slug}`
    const childIds = (slugs: readonly string[]) => slugs.map((child) => `${id}/${child}`)
    flat.push({
      ...fields,
      id,
      parentId,
      depth,
      completion:
        completionCount === undefined ? null : [childIds(children.map((child) => child.slug)), completionCount],
      completionType: node.completionType ?? 'automated',
      required: childIds(required),
    })
    for (const child of children) add(child, id, depth + 1)
  }
  for (const root of scheme.roots) add(root, null, 1)
  return flat
}

/** The grade from which a skill of a kind is passed; 0 = not assessable. */
export function passOf(scheme: DemoScheme, kind: number | undefined): number {
  return scheme.grades.find(({ grade }) => grade === kind)?.pass ?? 0
}

/** What the plan of marks needs to know of a level. */
export interface TaughtLevel {
  skills: { id: string; pass: number }[]
  /** How many skills a child passes to finish the level: as many as its rule needs, or all if a coach passes it. */
  needed: number
  /** Ids of the skills that the level does not require; empty for a level with skill groups. */
  optional: string[]
  /** How many of the optional skills may be left out. */
  spare: number
}

/** The levels of a scheme and their skills, in tree order. */
export function levelsOf(scheme: DemoScheme): TaughtLevel[] {
  const nodes = flattenScheme(scheme)
  return scheme.roots.map((root) => {
    const id = `/${root.slug}`
    const skills = nodes.filter((node) => node.t === 's' && node.id.startsWith(`${id}/`))
    const { children = [], required = [], completionCount = children.length } = root
    // before a coach passes a level manually the demo's children learn all its skills, even if its rule needs fewer
    const needsAll = root.completionType === 'manual' || completionCount === children.length
    const onlySkills = children.every((child) => child.t === 's')
    return {
      skills: skills.map((node) => ({ id: node.id, pass: passOf(scheme, node.grade) })),
      needed: needsAll ? skills.length : completionCount,
      optional: onlySkills
        ? skills.map((node) => node.id).filter((skillId) => !required.includes(skillId.slice(id.length + 1)))
        : [],
      spare: onlySkills ? children.length - completionCount : 0,
    }
  })
}
