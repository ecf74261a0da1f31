import { level, sections } from './build.ts'
import { defaultGrades, type DemoScheme } from './scheme.ts'
import { early } from './swim-early.ts'
import { late } from './swim-late.ts'

/** The swimming curriculum of Aquila Swim: ten stages. */
export const swim: DemoScheme = {
  slug: 'swim',
  name: { en: 'Swim', cy: 'Nofio' },
  languages: ['en-GB', 'cy-GB'],
  grades: [...defaultGrades],
  sections,
  videos: [
    { id: 1, name: 'How to tread water', url: 'https://media.aquila.example/tread-water.mp4' },
    { id: 2, name: 'Front crawl from the side', url: 'https://media.aquila.example/front-crawl.mp4' },
    { id: 3, name: 'Backstroke from above', url: 'https://media.aquila.example/backstroke.mp4' },
    { id: 4, name: 'Butterfly, slowly', url: 'https://media.aquila.example/butterfly.mp4' },
    { id: 5, name: 'The tumble turn in three parts', url: 'https://media.aquila.example/tumble-turn.mp4' },
  ],
  roots: [...early, ...late].map(level),
}
