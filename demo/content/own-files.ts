import { idOf } from '#demo/random.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'

const ownFile = (clientId: string, purpose: 'curriculum-file' | 'curriculum-video', filename: string) => {
  const id = idOf(`${clientId} file ${filename}`)
  return { id, purpose, filename, address: storedAddress({ id, name: filename }) }
}

/** A film, and the picture that is shown until it is played. */
const ownFilm = (clientId: string, name: string) => ({
  film: ownFile(clientId, 'curriculum-video', `${name}.webm`),
  poster: ownFile(clientId, 'curriculum-file', `${name}.png`),
})

/** The fields of a scheme's video that shows this film. */
export const shown = ({ film, poster }: ReturnType<typeof ownFilm>) => ({ url: film.address, poster: poster.address })

// The files that authors have uploaded for their curricula. `demo/files/` draws them.

export const gymFilms = {
  jumps: ownFilm('vault', 'jumps'),
  forwardRoll: ownFilm('vault', 'forward-roll'),
  handstand: ownFilm('vault', 'handstand'),
  halfTurn: ownFilm('vault', 'half-turn'),
  roundOff: ownFilm('vault', 'round-off'),
}

export const gymChecklist = ownFile('vault', 'curriculum-file', 'handstand-checklist.pdf')

export const swimFilms = {
  treadWater: ownFilm('aquila', 'tread-water'),
  frontCrawl: ownFilm('aquila', 'front-crawl'),
  backstroke: ownFilm('aquila', 'backstroke'),
  butterfly: ownFilm('aquila', 'butterfly'),
  tumbleTurn: ownFilm('aquila', 'tumble-turn'),
}
