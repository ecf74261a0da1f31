import { englishSkill, level, sections, type LevelLines } from './build.ts'
import { defaultGrades, type DemoScheme } from './scheme.ts'

/** The safety note. */
const close = { en: 'A grown-up stays beside the child, shoes off, no jewellery.' }
/** A skill of grade kind 1, which is a tick. */
const one = englishSkill(1)
/** A skill of grade kind 2; `home` is what a family can practise. */
const two = (en: string, description: string, home?: string) =>
  englishSkill(2)(en, description, home === undefined ? {} : { home: { en: home } })

const levels: readonly LevelLines[] = [
  {
    title: { en: 'Minis' },
    about: { en: 'With a grown-up: crawl, climb, roll and stop when the music stops.' },
    safe: close,
    home: { en: 'Build a path of cushions and crawl along it together.' },
    body: [
      one('Crawl through the tunnel', 'In at one end and out at the other, alone.'),
      one('Climb up three steps', 'Hands and feet, up and backwards down.'),
      one('Stop with the music', 'Freeze when it stops, move when it starts.'),
      one('Jump with a hand to hold', 'Both feet leave the floor at the same time.'),
      two('Sausage roll, with help', 'Long like a sausage, over and over.'),
      two('Sit in three shapes', 'Long, wide and crossed.'),
    ],
  },
  {
    title: { en: 'Cubs' },
    about: { en: 'Alone on the mat: jumps, rolls and the low beam.' },
    safe: close,
    home: { en: 'Hop like a frog, walk like a bear, stand like a stork.' },
    body: [
      one('Jump off a low block', 'Land on two feet and stand still.'),
      two('Bear walk, 3 m', 'Hands flat, bottom up.', 'Bear races down the hall, slowly.'),
      two('Walk the low beam', 'With one hand held, looking forward.'),
      two('Stork, 3 s', 'One foot up, arms like wings.'),
      two(
        'Log roll, both ways',
        'Long and tight, to the left and to the right.',
        'Roll up in a blanket and out again.',
      ),
      two('Hang and count to three', 'Both hands, thumbs round the bar.'),
    ],
  },
  {
    title: { en: 'Stars' },
    about: { en: 'Ready for school gym: any 6 of 7, and always taking turns.' },
    safe: close,
    home: { en: 'Put three skills in a row and show them to the family.' },
    count: 6,
    required: ['Take turns in a line'],
    body: [
      one('Take turns in a line', 'Wait, go, come back and sit down.'),
      two('Forward roll down a slope', 'Chin on the chest, hands flat.'),
      two('Bunny hop', 'Hands, then both feet.'),
      two('Star jump', 'Wide in the air, together on the floor.'),
      two('Walk the low beam alone', 'The whole length with the arms out.'),
      two('Three shapes in a row', 'Star, tuck, straight, without being told.'),
      two('Swing on the bar', 'Two swings and a quiet landing.'),
    ],
  },
]

/** Vault's classes before school age. */
export const preSchool: DemoScheme = {
  slug: 'pre-school',
  name: { en: 'Pre-school' },
  languages: ['en-GB'],
  grades: [...defaultGrades],
  sections,
  videos: [],
  roots: levels.map(level),
}
