import { slugOf } from './build.ts'
import { defaultGrades, type DemoNode, type DemoScheme, type Text } from './scheme.ts'

const w = (en: string, cy: string) => ({ en, cy }) satisfies Text
const strands = [
  w('Front crawl', 'Dull rhydd'),
  w('Backstroke', 'Dull cefn'),
  w('Breaststroke', 'Dull broga'),
  w('Butterfly', 'Pili-pala'),
  w('Sculling', 'Sgwlio'),
  w('Survival', 'Goroesi'),
]
const parts = [
  w('Body', 'Corff'),
  w('Legs', 'Coesau'),
  w('Arms', 'Breichiau'),
  w('Breathing', 'Anadlu'),
  w('Timing', 'Amseru'),
]
const depths = [w('Shallow water', 'Dŵr bas'), w('Deep water', 'Dŵr dwfn')]
const aids = [w('With a float', 'Gyda fflôt'), w('With a noodle', 'Gyda nwdls'), w('Without aids', 'Heb gymorth')]
/** Each step is a group inside the one before it, so that the tree is deep. */
const steps = [
  { title: w('First tries', 'Cynigion cyntaf'), distances: [3] },
  { title: w('Slowly and well', 'Yn araf ac yn dda'), distances: [5, 8] },
  { title: w('Further', 'Ymhellach'), distances: [10, 15] },
  { title: w('Without a rest', 'Heb orffwys'), distances: [25, 50, 100] },
]

const branch = (t: DemoNode['t'], title: Text, children: DemoNode[]): DemoNode => ({
  slug: slugOf(title.en),
  title,
  t,
  children,
})

/** The exercises of one strand, part and aid from a step on, with the harder steps inside. */
function exercises(stepIndex: number, strand: Text, part: Text, aid: Text): DemoNode[] {
  const step = steps[stepIndex]
  if (!step) return []
  const skills = step.distances.map((metres): DemoNode => {
    const title = {
      en: `${strand.en}, ${part.en.toLowerCase()}, ${aid.en.toLowerCase()}, ${metres} m`,
      cy: `${strand.cy}, ${part.cy?.toLowerCase()}, ${aid.cy?.toLowerCase()}, ${metres} m`,
    }
    return { slug: slugOf(`${part.en} ${metres} m`), title, t: 's', grade: stepIndex < 2 ? 2 : 3 }
  })
  return [branch('sg', step.title, [...skills, ...exercises(stepIndex + 1, strand, part, aid)])]
}

/** The exercise library of a club: a generated scheme of more than 2,000 nodes that is nine levels deep. */
export const library: DemoScheme = {
  slug: 'library',
  name: { en: 'Exercise library', cy: 'Llyfrgell ymarferion' },
  languages: ['en-GB', 'cy-GB'],
  grades: [...defaultGrades],
  sections: [],
  videos: [],
  roots: strands.map((strand) =>
    branch(
      'l',
      strand,
      parts.map((part) =>
        branch(
          'sg',
          part,
          depths.map((depth) =>
            branch(
              'sg',
              depth,
              aids.map((aid) => branch('sg', aid, exercises(0, strand, part, aid))),
            ),
          ),
        ),
      ),
    ),
  ),
}
