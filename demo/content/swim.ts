import { level, sections } from './build.ts'
import { videoFields, swimFilms } from './uploaded-files.ts'
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
    { id: 1, name: 'How to tread water', ...videoFields(swimFilms.treadWater) },
    { id: 2, name: 'Front crawl from the side', ...videoFields(swimFilms.frontCrawl) },
    { id: 3, name: 'Backstroke from the side', ...videoFields(swimFilms.backstroke) },
    { id: 4, name: 'Butterfly, slowly', ...videoFields(swimFilms.butterfly) },
    { id: 5, name: 'The tumble turn in three parts', ...videoFields(swimFilms.tumbleTurn) },
  ],
  roots: [...early, ...late].map(level),
}
