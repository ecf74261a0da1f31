import { idOf } from '#demo/random.ts'
import { storedAddress } from '#domain/stored-file.ts'

const ownFile = (purpose: 'curriculum-file' | 'curriculum-video', filename: string) => {
  const id = idOf(`vault file ${filename}`)
  return { id, purpose, filename, address: storedAddress({ id, name: filename }) }
}

/** The files that gym shows as its author uploaded them; the others are links. Drawn by `demo/files/`. */
export const gymFiles = {
  halfTurn: ownFile('curriculum-video', 'half-turn.webm'),
  halfTurnPoster: ownFile('curriculum-file', 'half-turn.png'),
  checklist: ownFile('curriculum-file', 'handstand-checklist.pdf'),
}
