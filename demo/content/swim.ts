import { level, sections } from './build.ts'
import { shown, swimFilms } from './own-files.ts'
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
    { id: 1, name: 'How to tread water', ...shown(swimFilms.treadWater) },
    { id: 2, name: 'Front crawl from the side', ...shown(swimFilms.frontCrawl) },
    { id: 3, name: 'Backstroke from the side', ...shown(swimFilms.backstroke) },
    { id: 4, name: 'Butterfly, slowly', ...shown(swimFilms.butterfly) },
    { id: 5, name: 'The tumble turn in three parts', ...shown(swimFilms.tumbleTurn) },
  ],
  roots: [...early, ...late].map(level),
}
