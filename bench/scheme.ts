import { createClient } from '#server/tenants/clients/commands.ts'
import type { NewNode } from '#server/curriculum/schemes/commands.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Creates a client without clubs, users and schemes. */
export async function createBenchClient(tx: Tx, id: string): Promise<void> {
  await createClient(tx, {
    id,
    name: 'Bench',
    authProvider: 'local',
    login: 'email',
    themeName: 'aquila',
    features: {},
    languages: [{ languageId: 1, language: 'en-GB', active: true }],
    translations: {},
  })
}

/** The nodes of a scheme: levels with `skills` skills of grade kind 3 in each, both numbered from 0. */
export function benchNodes(levels: number, skills: number): NewNode[] {
  const emptyNode = {
    grade: null,
    group: null,
    completion: null,
    completionType: 'automated' as const,
    required: [],
    hidden: false,
    skipped: false,
    starred: false,
    content: [],
    videos: [],
  }
  return Array.from({ length: levels }, (_, level): NewNode[] => {
    const id = `/level-${level}`
    const children = Array.from({ length: skills }, (_skill, skill): NewNode => {
      const title = { en: `Skill ${skill}` }
      return { ...emptyNode, id: `${id}/skill-${skill}`, parentId: id, t: 's', title, grade: 3 }
    })
    return [{ ...emptyNode, id, parentId: null, t: 'l', title: { en: `Level ${level}` } }, ...children]
  }).flat()
}
