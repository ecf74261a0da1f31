import type { NewNode, NewScheme } from '#server/schemes/commands.ts'
import { newNode, slugOf, type Words } from './scheme.ts'

const parts: readonly Words[] = [
  { en: 'Entry', cy: 'Mynediad' },
  { en: 'Float', cy: 'Arnofio' },
  { en: 'Glide', cy: 'Llithro' },
  { en: 'Kick', cy: 'Cicio' },
  { en: 'Pull', cy: 'Tynnu' },
  { en: 'Breathing', cy: 'Anadlu' },
  { en: 'Turn', cy: 'Troi' },
]
const tools: readonly Words[] = [
  { en: 'with a float', cy: 'gyda fflôt' },
  { en: 'with a noodle', cy: 'gyda nwdls' },
  { en: 'free', cy: 'yn rhydd' },
]
const distances = ['3 m', '5 m', '10 m'] as const

/** The exercise library of a club: nested exercises, more than 2,000 nodes, nine deep. */
export function libraryScheme(id: string): NewScheme {
  const nodes: NewNode[] = []
  const add = (parent: NewNode | null, t: NewNode['t'], title: Words): NewNode => {
    const at = newNode(`${parent?.id ?? ''}/${slugOf(title.en)}`, parent?.id ?? null, t, title)
    nodes.push(at)
    return at
  }
  for (let band = 1; band <= 5; band++) {
    const level = add(null, 'l', { en: `Band ${band}`, cy: `Band ${band}` })
    for (const part of parts) {
      let inner = add(level, 'sg', part)
      // easier steps lie inside harder ones
      for (let step = 1; step <= 6; step++) {
        inner = add(inner, 'sg', { en: `Step ${step}`, cy: `Gris ${step}` })
        for (const tool of tools) {
          for (const distance of distances) {
            const skill = add(inner, 's', {
              en: `${part.en} ${tool.en}, ${distance}`,
              cy: `${part.cy} ${tool.cy}, ${distance}`,
            })
            skill.grade = 2
          }
        }
      }
    }
  }
  return {
    id,
    slug: 'library',
    name: { en: 'Exercise library', cy: 'Llyfrgell ymarferion' },
    languages: ['en-GB', 'cy-GB'],
    grades: [{ grade: 2, pass: 2 }],
    sections: [],
    videos: [],
    nodes,
  }
}
