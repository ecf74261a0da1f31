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
/** Each lies inside the one before it: who opens the library goes deeper as the exercise grows. */
const steps = [
  { title: w('First tries', 'Cynigion cyntaf'), distances: [3] },
  { title: w('Slowly and well', 'Yn araf ac yn dda'), distances: [5, 8] },
  { title: w('Further', 'Ymhellach'), distances: [10, 15] },
  { title: w('Without a rest', 'Heb orffwys'), distances: [25, 50, 100] },
]

const inner = (t: DemoNode['t'], title: Text, children: DemoNode[]): DemoNode => ({
  slug: slugOf(title.en),
  title,
  t,
  children,
})

/** The exercises of one strand, part and aid, and the harder ones inside. */
function exercises(at: number, strand: Text, part: Text, aid: Text): DemoNode[] {
  const step = steps[at]
  if (!step) return []
  const skills = step.distances.map((metres): DemoNode => {
    const title = {
      en: `${strand.en}, ${part.en.toLowerCase()}, ${aid.en.toLowerCase()}, ${metres} m`,
      cy: `${strand.cy}, ${part.cy?.toLowerCase()}, ${aid.cy?.toLowerCase()}, ${metres} m`,
    }
    return { slug: slugOf(`${part.en} ${metres} m`), title, t: 's', grade: at < 2 ? 2 : 3 }
  })
  return [inner('sg', step.title, [...skills, ...exercises(at + 1, strand, part, aid)])]
}

/** The exercise library of a club: made by rule, more than 2,000 nodes, nine deep. */
export const library: DemoScheme = {
  slug: 'library',
  name: { en: 'Exercise library', cy: 'Llyfrgell ymarferion' },
  languages: ['en-GB', 'cy-GB'],
  grades: [...defaultGrades],
  sections: [],
  videos: [],
  roots: strands.map((strand) =>
    inner(
      'l',
      strand,
      parts.map((part) =>
        inner(
          'sg',
          part,
          depths.map((depth) =>
            inner(
              'sg',
              depth,
              aids.map((aid) => inner('sg', aid, exercises(0, strand, part, aid))),
            ),
          ),
        ),
      ),
    ),
  ),
}
