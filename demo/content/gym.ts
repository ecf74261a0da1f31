import { level, sections } from './build.ts'
import { advanced } from './gym-advanced.ts'
import { basic } from './gym-basic.ts'
import { gymFiles } from './own-files.ts'
import { defaultGrades, type DemoScheme } from './scheme.ts'

/** The curriculum of Vault Gymnastics: eight levels of ten skills. */
export const gym: DemoScheme = {
  slug: 'gym',
  name: { en: 'Gym' },
  languages: ['en-GB'],
  grades: [...defaultGrades],
  sections,
  videos: [
    { id: 1, name: 'Jumps that land still', url: 'https://media.vault.example/jumps.mp4' },
    { id: 2, name: 'The forward roll in three parts', url: 'https://media.vault.example/forward-roll.mp4' },
    { id: 3, name: 'A straight handstand', url: 'https://media.vault.example/handstand.mp4' },
    { id: 4, name: 'The half turn, slowly', url: gymFiles.halfTurn.address, poster: gymFiles.halfTurnPoster.address },
    { id: 5, name: 'From cartwheel to round-off', url: 'https://media.vault.example/round-off.mp4' },
  ],
  roots: [...basic, ...advanced].map(level),
}
