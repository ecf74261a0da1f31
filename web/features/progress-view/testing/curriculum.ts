import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'

const emptyNode = { is_owner: true, content: [], videos: [] }

/** A level whose skills use the scale `three` of `swimming`. */
export function levelNode(id: string, skills: readonly string[], change: Partial<SchemeNode> = {}): SchemeNode {
  const children = skills.map((title): SchemeNode => {
    return { ...emptyNode, id: `${id}/${title}`, parentId: id, title, t: 's', children: [], grade: 3 }
  })
  return { ...emptyNode, id, parentId: null, title: id.slice(1), t: 'l', children, ...change }
}

/** A curriculum with one scale of four grades, of which the last one passes. */
export function swimming(tree: SchemeNode[]): Curriculum {
  return {
    slug: 'swim',
    uuid: 'u',
    name: 'Swim',
    revision: 1,
    language: 'en-GB',
    grades: [{ grade: 3, label: 'three', pass: 3, labels: ['N/A', 'Fair', 'Good', 'Pass'], versions: [] }],
    tree,
  }
}
