import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFile } from '#contract/platform/files.ts'
import { fileTypes, type Purpose } from '#domain/platform/file-type.ts'
import { audit } from '#server/platform/audit.ts'
import { overloaded } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { enqueueSweep } from '#server/platform/jobs/sweep-files.ts'
import type { Deps } from '#server/platform/deps.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { checkContent } from './content.ts'
import { reencodePicture, type Picture } from './picture.ts'
import { receive, RETRY_SECONDS, type Received } from './receive.ts'
import { removeBytes, removeUnwritten, storageKey, type FileStore } from './storage.ts'

/**
 * Stores an uploaded file, once however often the same request arrives. Its bytes are stored before its row is written,
 * so a row always has its bytes. A later sweep removes bytes that a crash left without a row. The file is deleted after
 * a day unless something uses it (`setUses`).
 */
export async function storeFile(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Purpose,
): Promise<StoredFile> {
  const { clientId, userId } = session
  return receive(deps.files, request, purpose, async (received) => {
    const { path, filename, extension, sha256 } = received
    await checkContent(path, extension, received.bytes)
    const picture = await reencodePicture(clientId, path, extension)
    const id = crypto.randomUUID()
    const nowMs = deps.now()
    await inTenant(deps.db, clientId, 'write', (tx) => enqueueSweep(tx, clientId, nowMs))
    try {
      await putBytesOrRefuse(deps.files, clientId, id, received, picture)
      // `writeOnce` recognises a repeated request by its body.
      request.body = { filename, sha256 }
      const stored = await deps.writeOnce(session, request, reply, (tx) =>
        writeFileRow(tx, { userId, now: new Date(nowMs) }, { id, purpose, received, picture }),
      )
      // A repeated request got the file of the first one, so these bytes belong to no row.
      if (stored.id !== id) await removeBytes(deps.files, clientId, id)
      return stored
    } catch (error) {
      await removeUnwritten(deps.files, clientId, id, error)
      throw error
    }
  })
}

const INSERT_FILE = tenantStatement(
  'platform/insert-file',
  `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, width, height, variants, created_by,
     created_at, sha256)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)

/** Writes the row of a file whose bytes are stored. */
export async function writeFileRow(
  tx: Tx,
  { userId, now }: { userId: string | null; now: Date },
  { id, purpose, received, picture }: { id: string; purpose: Purpose; received: Received; picture: Picture | null },
): Promise<StoredFile> {
  const file: StoredFile = {
    id,
    filename: received.filename,
    media_type: fileTypes[received.extension].media,
    bytes: picture?.original?.length ?? received.bytes,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  }
  await execute(tx, INSERT_FILE, [
    id,
    purpose,
    file.filename,
    file.media_type,
    file.bytes,
    file.width,
    file.height,
    [...(picture?.variants.keys() ?? [])],
    userId,
    now,
    received.sha256,
  ])
  await audit(tx, { userId, action: 'create', entity: 'file', entityId: id, after: { ...file, purpose } })
  return file
}

/** Stores the bytes of a received file; for a picture, its new encoding and copies. */
export async function putBytes(
  { disk }: FileStore,
  clientId: string,
  id: string,
  { path, bytes, extension }: Received,
  picture: Picture | null,
): Promise<void> {
  const metadata = { contentType: fileTypes[extension].media }
  if (picture?.png) await disk.put(storageKey(clientId, id, 'png'), picture.png, { contentType: 'image/png' })
  if (picture?.original) await disk.put(storageKey(clientId, id), picture.original, metadata)
  else await disk.putStream(storageKey(clientId, id), createReadStream(path), { ...metadata, contentLength: bytes })
  for (const [width, smaller] of picture?.variants ?? [])
    await disk.put(storageKey(clientId, id, width), smaller, metadata)
}

/**
 * Stores bytes as `putBytes` does, for a request. Where the storage takes none, as on a full disk, the request is refused
 * as it is while the database lacks disk, and nothing is left of them.
 */
export async function putBytesOrRefuse(
  store: FileStore,
  clientId: string,
  id: string,
  ...content: [Received, Picture | null]
): Promise<void> {
  try {
    await putBytes(store, clientId, id, ...content)
  } catch (error) {
    await removeBytes(store, clientId, id).catch(() => undefined)
    throw overloaded(error, RETRY_SECONDS)
  }
}
