import { slugOf } from './build.ts'
import { defaultGrades, type DemoNode, type DemoScheme, type Text } from './scheme.ts'

const words = (en: string, cy: string) => ({ en, cy }) satisfies Text
const strands = [
  words('Front crawl', 'Dull rhydd'),
  words('Backstroke', 'Dull cefn'),
  words('Breaststroke', 'Dull broga'),
  words('Butterfly', 'Pili-pala'),
  words('Sculling', 'Sgwlio'),
  words('Survival', 'Goroesi'),
]
/** The parts of a stroke. */
const strokeParts = [
  words('Body', 'Corff'),
  words('Legs', 'Coesau'),
  words('Arms', 'Breichiau'),
  words('Breathing', 'Anadlu'),
  words('Timing', 'Amseru'),
]
const depths = [words('Shallow water', 'Dŵr bas'), words('Deep water', 'Dŵr dwfn')]
const aids = [
  words('With a float', 'Gyda fflôt'),
  words('With a noodle', 'Gyda nwdls'),
  words('Without aids', 'Heb gymorth'),
]
/** From the easiest to the hardest. Each step is a skill group inside the step before it, so that the tree is deep. */
const steps = [
  { title: words('First tries', 'Cynigion cyntaf'), distances: [3] },
  { title: words('Slowly and well', 'Yn araf ac yn dda'), distances: [5, 8] },
  { title: words('Further', 'Ymhellach'), distances: [10, 15] },
  { title: words('Without a rest', 'Heb orffwys'), distances: [25, 50, 100] },
]

const branch = (t: DemoNode['t'], title: Text, children: DemoNode[]): DemoNode => ({
  slug: slugOf(title.en),
  title,
  t,
  children,
})

/**
 * The group of one step (`steps[stepIndex]`) with its exercises, which are skills, and the harder steps inside. Empty
 * after the last step.
 */
function exercises(stepIndex: number, strand: Text, part: Text, aid: Text): DemoNode[] {
  const step = steps[stepIndex]
  if (!step) return []
  const skills = step.distances.map((metres): DemoNode => {
    const title = {
      en: `${strand.en}, ${part.en.toLowerCase()}, ${aid.en.toLowerCase()}, ${metres} m`,
      cy: `${strand.cy}, ${part.cy?.toLowerCase()}, ${aid.cy?.toLowerCase()}, ${metres} m`,
    }
    // grade kind 2 in the two easier steps, 3 in the others
    return { slug: slugOf(`${part.en} ${metres} m`), title, t: 's', grade: stepIndex < 2 ? 2 : 3 }
  })
  return [branch('sg', step.title, [...skills, ...exercises(stepIndex + 1, strand, part, aid)])]
}

/** The exercise library of Aquila Swim: a generated scheme of more than 2,000 nodes, up to nine below each other. */
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
      strokeParts.map((part) =>
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
