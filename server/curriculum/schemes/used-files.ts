import { listItems } from '#domain/curriculum/address.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The parts of a scheme that show files. */
export interface FileReferences {
  nodes: Iterable<Pick<AuthorNode, 'id' | 'content'>>
  videos: readonly { id: number; url: string; poster?: string | null }[]
}

/** The address of a stored file within formatted text. */
const ADDRESS = /\/files\/[0-9a-f-]{36}\/[A-Za-z0-9._-]+/g

/** Ids of the files that sections of the type `files` list, and of those that links in texts lead to. */
export function filesIn(content: readonly Section[]): { listed: string[]; linked: string[] } {
  const textsOf = (list: readonly Section[]) => list.flatMap(({ value }) => Object.values(value))
  const lists = textsOf(content.filter(({ type }) => type === 'files'))
  const idsOf = (addresses: readonly string[]) => [
    ...new Set(addresses.flatMap((address) => parseStoredAddress(address)?.id ?? [])),
  ]
  return {
    listed: idsOf(lists.flatMap(listItems)),
    linked: idsOf(textsOf(content).flatMap((text) => text.match(ADDRESS) ?? [])),
  }
}

/** A stored file that a scheme shows. */
interface ShownFile {
  file: string
  kind: 'node' | 'video'
  /** The node, video or poster that shows the file, within the scheme. */
  user: string
}

/** The stored files that a scheme shows. */
export function shownFiles({ nodes, videos }: FileReferences): ShownFile[] {
  const uses = new Map<string, ShownFile>()
  const add = (file: string | undefined, kind: 'node' | 'video', user: string) => {
    if (file !== undefined) uses.set(`${kind} ${user} ${file}`, { file, kind, user })
  }
  for (const { id, content } of nodes) {
    const { listed, linked } = filesIn(content)
    for (const file of [...listed, ...linked]) add(file, 'node', id)
  }
  for (const { id, url, poster } of videos) {
    add(parseStoredAddress(url)?.id, 'video', `/${id}`)
    add(parseStoredAddress(poster ?? '')?.id, 'video', posterOf(id))
  }
  return [...uses.values()]
}

/** A video's poster, as `ShownFile.user` names it. */
const posterOf = (video: number) => `/${video}/poster`

/** The key under which a video's use of its poster is recorded (server/platform/files/uses.ts). */
export function posterKey(schemeId: string, video: number): string {
  return schemeId + posterOf(video)
}

/** The uses of the client's own files, which stay locked against deletion. */
const LOCK_OWN_FILES = tenantStatement(
  'curriculum/lock-own-files',
  `SELECT use.file, use.kind, use.key FROM jsonb_to_recordset($2) AS use (file uuid, kind text, key text)
   JOIN files ON files.client_id = $1 AND files.id = use.file
     AND files.purpose IN ('curriculum-file', 'curriculum-video')
   FOR KEY SHARE OF files`,
)

const DELETE_OLD_USES = tenantStatement(
  'curriculum/delete-old-uses-of-files',
  `DELETE FROM file_uses recorded
   WHERE client_id = $1 AND kind IN ('node', 'video') AND starts_with(key, $2) AND NOT EXISTS (
     SELECT FROM jsonb_to_recordset($3) AS use (file uuid, kind text, key text)
     WHERE use.file = recorded.file_id AND use.kind = recorded.kind AND use.key = recorded.key)`,
)

const INSERT_USES = tenantStatement(
  'curriculum/insert-uses-of-files',
  `INSERT INTO file_uses (client_id, file_id, kind, key)
   SELECT $1, file, kind, key FROM jsonb_to_recordset($2) AS use (file uuid, kind text, key text)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/** Records which files a scheme uses after its whole content was written, for example by an import or a copy. */
export async function recordSchemeFiles(tx: Tx, schemeId: string, references: FileReferences): Promise<void> {
  const uses = shownFiles(references).map(({ file, kind, user }) => ({ file, kind, key: schemeId + user }))
  const ownUses = JSON.stringify(await queryRows(tx, LOCK_OWN_FILES, [JSON.stringify(uses)]))
  await execute(tx, DELETE_OLD_USES, [`${schemeId}/`, ownUses])
  await execute(tx, INSERT_USES, [ownUses])
}
