import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFiles, type FileStore } from '#server/platform/files/storage.ts'

/** A file storage in a temporary folder; `remove` deletes it. */
export async function temporaryFiles(): Promise<FileStore & { remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-files-'))
  return { ...(await openFiles(dir, /* bucket URL */ null)), remove: () => rm(dir, { recursive: true, force: true }) }
}
