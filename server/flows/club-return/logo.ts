import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionOf, fileProblem } from '#domain/platform/file-type.ts'
import { checkContent } from '#server/platform/files/content.ts'
import { reencodePicture } from '#server/platform/files/picture.ts'
import { removeUnwritten, type FileStore } from '#server/platform/files/storage.ts'
import { putBytesOrRefuse, writeFileRow } from '#server/platform/files/store-file.ts'
import { setUses } from '#server/platform/files/uses.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ClubArchive } from './archive.ts'
import type { ReturnReport } from './report.ts'

const LOCK_WITHOUT_LOGO = tenantStatement(
  'flows/lock-returning-club-without-logo',
  'SELECT FROM clubs WHERE client_id = $1 AND id = $2 AND logo_file_id IS NULL FOR UPDATE',
)

const SET_LOGO = tenantStatement(
  'flows/set-logo-of-returning-club',
  'UPDATE clubs SET logo_file_id = $3 WHERE client_id = $1 AND id = $2',
)

/** A logo that was checked as an upload is, before anything is written. */
export interface ReturnedLogo {
  file: string
  /** Writes it as the club's logo, where the club has none; false where it has one. Null when it is no picture. */
  take: ((tx: Tx, context: ClubContext) => Promise<boolean>) | null
}

/**
 * Prepares the logo of an archive for `work`. Its bytes are stored before the rows, but not for a trial; they are removed
 * when `work` fails.
 */
export async function withLogo<T>(
  store: FileStore,
  clientId: string,
  logo: ClubArchive['logo'],
  isTrial: boolean,
  work: (logo: ReturnedLogo | null) => Promise<T>,
): Promise<T> {
  if (!logo) return work(null)
  const path = join(store.uploadFolder, crypto.randomUUID())
  const id = crypto.randomUUID()
  let isStored = false
  try {
    await writeFile(path, logo.bytes)
    const checked = await check(clientId, path, logo)
    if (checked === null) return await work({ file: logo.file, take: null })
    const { received, picture } = checked
    return await work({
      file: logo.file,
      async take(tx, { clubId, userId, nowMs }) {
        if ((await execute(tx, LOCK_WITHOUT_LOGO, [clubId])) === 0) return false
        isStored = !isTrial
        if (isStored) await putBytesOrRefuse(store, clientId, id, received, picture)
        await writeFileRow(tx, { userId, now: new Date(nowMs) }, { id, purpose: 'club-logo', received, picture })
        await execute(tx, SET_LOGO, [clubId, id])
        await setUses(tx, { kind: 'club', key: clubId }, { purpose: 'club-logo', ids: [id], field: 'logo' })
        return true
      },
    })
  } catch (error) {
    if (isStored) await removeUnwritten(store, clientId, id, error)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function check(clientId: string, path: string, { file, bytes }: NonNullable<ClubArchive['logo']>) {
  const extension = extensionOf('club-logo', file)
  if (extension === null || fileProblem('club-logo', file, bytes.length) !== null) return null
  try {
    await checkContent(path, extension, bytes.length)
    const picture = await reencodePicture(clientId, path, extension)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { received: { path, filename: file, extension, bytes: bytes.length, sha256 }, picture }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Takes the logo of an archive back, where the club has none. */
export async function takeLogo(
  tx: Tx,
  context: ClubContext,
  { file, take }: ReturnedLogo,
  report: ReturnReport,
): Promise<void> {
  if (take === null) report.leave(file, null, 'file', file)
  else report.count(file, (await take(tx, context)) ? { taken: 1 } : { same: 1 })
}
