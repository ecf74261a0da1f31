import { level, sections } from './build.ts'
import { advanced } from './gym-advanced.ts'
import { basic } from './gym-basic.ts'
import { gymFilms, videoFields } from './uploaded-files.ts'
import { defaultGrades, type DemoScheme } from './scheme.ts'

/** The curriculum of Vault Gymnastics: eight levels of ten skills. */
export const gym: DemoScheme = {
  slug: 'gym',
  name: { en: 'Gym' },
  languages: ['en-GB'],
  grades: [...defaultGrades],
  sections,
  videos: [
    { id: 1, name: 'Jumps that land still', ...videoFields(gymFilms.jumps) },
    { id: 2, name: 'The forward roll in three parts', ...videoFields(gymFilms.forwardRoll) },
    { id: 3, name: 'A straight handstand', ...videoFields(gymFilms.handstand) },
    { id: 4, name: 'The half turn, slowly', ...videoFields(gymFilms.halfTurn) },
    { id: 5, name: 'From cartwheel to round-off', ...videoFields(gymFilms.roundOff) },
  ],
  roots: [...basic, ...advanced].map(level),
}
