import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionOf } from '#domain/file-type.ts'
import { checkContent } from '#server/files/content.ts'
import { drawAnew } from '#server/files/picture.ts'
import type { FileStore } from '#server/files/storage.ts'
import { putBytes, writeFileRow } from '#server/files/store-file.ts'
import { inTenant, type Database } from '#server/tenancy.ts'
import { gymFiles } from './content/own-files.ts'
import { checklist } from './files/checklist.ts'
import { film } from './files/film.ts'
import { frames, height, poster, width } from './files/half-turn.ts'

/** Stores what the curricula of a client show as its author's uploads are stored, under ids that are always the same. */
export async function loadFiles(
  db: Database,
  files: FileStore,
  clientId: string,
  by: string,
  now: Date,
): Promise<void> {
  const made = [
    { ...gymFiles.halfTurn, content: await film(frames, { width, height, perSecond: 12 }) },
    { ...gymFiles.halfTurnPoster, content: await poster() },
    { ...gymFiles.checklist, content: await checklist(now) },
  ]
  for (const { id, purpose, filename, content } of made) {
    const extension = extensionOf(purpose, filename)
    if (extension === null) throw new Error(`${filename} cannot be uploaded`)
    const path = join(files.waiting, filename)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const received = { path, filename, extension, bytes: content.length, sha256 }
    await writeFile(path, content)
    await checkContent(path, extension, content.length)
    const picture = await drawAnew(path, extension)
    await putBytes(files, clientId, id, received, picture)
    await rm(path)
    await inTenant(db, clientId, 'write', (tx) =>
      writeFileRow(tx, { clientId, userId: by, now }, { id, purpose, received, picture }),
    )
  }
}
