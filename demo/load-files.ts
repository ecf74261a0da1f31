import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { extensionOf } from '#domain/platform/file-type.ts'
import { checkContent } from '#server/platform/files/content.ts'
import { reencodePicture } from '#server/platform/files/picture.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { putBytes, writeFileRow } from '#server/platform/files/store-file.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { gymChecklist, gymFilms, swimFilms } from './content/uploaded-files.ts'
import { checklist } from './files/checklist.ts'
import { encodeFilm } from './files/film.ts'
import { height, width } from './files/figure.ts'
import { gymFrames } from './files/gym-films.ts'
import { swimFrames } from './files/swim-films.ts'

type Film = (typeof gymFilms)['jumps']

/** Which frame of a film is its poster, as a share of its length: the first movement has begun there. */
const POSTER_POSITION = 0.3

/** Films and their posters, encoded from their frames. */
async function encodeFilms<K extends string>(films: Record<K, Film>, framesByFilm: Record<K, () => Buffer[]>) {
  const encoded = []
  for (const key of Object.keys(films) as K[]) {
    const frames = framesByFilm[key]()
    const posterFrame = frames[Math.floor(frames.length * POSTER_POSITION)]
    encoded.push(
      { ...films[key].film, content: await encodeFilm(frames, { width, height, perSecond: 12 }) },
      { ...films[key].poster, content: await sharp(posterFrame).png().toBuffer() },
    )
  }
  return encoded
}

/** Functions that draw and encode the files of a scheme, by its slug. */
const createFiles = {
  swim: () => encodeFilms(swimFilms, swimFrames),
  gym: async (now: Date) => [
    ...(await encodeFilms(gymFilms, gymFrames)),
    { ...gymChecklist, content: await checklist(now) },
  ],
}

/** Stores the files of a scheme as if its author (`by`) had uploaded them, under ids that are always the same. */
export async function loadFiles(
  db: Database,
  files: FileStore,
  { clientId, slug }: { clientId: string; slug: keyof typeof createFiles },
  by: string,
  now: Date,
): Promise<void> {
  for (const { id, purpose, filename, content } of await createFiles[slug](now)) {
    const extension = extensionOf(purpose, filename)
    if (extension === null) throw new Error(`${filename} cannot be uploaded`)
    const path = join(files.uploadFolder, filename)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const received = { path, filename, extension, bytes: content.length, sha256 }
    await writeFile(path, content)
    await checkContent(path, extension, content.length)
    const picture = await reencodePicture(clientId, path, extension)
    await putBytes(files, clientId, id, received, picture)
    await rm(path)
    await inTenant(db, clientId, 'write', (tx) =>
      writeFileRow(tx, { userId: by, now }, { id, purpose, received, picture }),
    )
  }
}
