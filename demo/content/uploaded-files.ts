import { idOf } from '#demo/random.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'

// The files that authors have uploaded for their curricula. `demo/files/` draws them.

/** A file of a client. Its id is made from client and name, so that schemes can refer to it before it is stored. */
const uploadedFile = (clientId: string, purpose: 'curriculum-file' | 'curriculum-video', filename: string) => {
  const id = idOf(`${clientId} file ${filename}`)
  return { id, purpose, filename, address: storedAddress({ id, name: filename }) }
}

/** A film, and the picture that is shown until it is played. */
const uploadedFilm = (clientId: string, name: string) => ({
  film: uploadedFile(clientId, 'curriculum-video', `${name}.webm`),
  poster: uploadedFile(clientId, 'curriculum-file', `${name}.png`),
})

/** The fields of a scheme's video that shows this film. */
export const videoFields = ({ film, poster }: ReturnType<typeof uploadedFilm>) => ({
  url: film.address,
  poster: poster.address,
})

/** The films of the scheme Gym. */
export const gymFilms = {
  jumps: uploadedFilm('vault', 'jumps'),
  forwardRoll: uploadedFilm('vault', 'forward-roll'),
  handstand: uploadedFilm('vault', 'handstand'),
  halfTurn: uploadedFilm('vault', 'half-turn'),
  roundOff: uploadedFilm('vault', 'round-off'),
}

/** A checklist for a skill of Gym. */
export const gymChecklist = uploadedFile('vault', 'curriculum-file', 'handstand-checklist.pdf')

/** The films of the scheme Swim. */
export const swimFilms = {
  treadWater: uploadedFilm('aquila', 'tread-water'),
  frontCrawl: uploadedFilm('aquila', 'front-crawl'),
  backstroke: uploadedFilm('aquila', 'backstroke'),
  butterfly: uploadedFilm('aquila', 'butterfly'),
  tumbleTurn: uploadedFilm('aquila', 'tumble-turn'),
}
