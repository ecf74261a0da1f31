import { listedIn } from '#domain/curriculum/address.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { storedName } from '#domain/curriculum/stored-file.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** What of a scheme shows files. */
export interface FileReferences {
  nodes: Iterable<Pick<AuthorNode, 'id' | 'content'>>
  videos: readonly { id: number; url: string; poster?: string | null }[]
}

/** Addresses within formatted text stand in quotes. */
const ADDRESS = /\/files\/[0-9a-f-]{36}\/[A-Za-z0-9._-]+/g

/** Ids of files that content shows in lists, and of those that links in its texts lead to. */
export function filesIn(content: readonly Section[]): { listed: string[]; linked: string[] } {
  const wordsOf = (list: readonly Section[]) => list.flatMap(({ value }) => Object.values(value))
  const lists = wordsOf(content.filter(({ type }) => type === 'files'))
  const ids = (addresses: readonly string[]) => [
    ...new Set(addresses.flatMap((address) => storedName(address)?.id ?? [])),
  ]
  return {
    listed: ids(lists.flatMap(listedIn)),
    linked: ids(wordsOf(content).flatMap((text) => text.match(ADDRESS) ?? [])),
  }
}

/** Each stored file that a scheme shows, and what shows it. */
export function filesShown({ nodes, videos }: FileReferences): { file: string; kind: 'node' | 'video'; of: string }[] {
  const found = new Map<string, { file: string; kind: 'node' | 'video'; of: string }>()
  const note = (file: string | undefined, kind: 'node' | 'video', of: string) => {
    if (file !== undefined) found.set(`${kind} ${of} ${file}`, { file, kind, of })
  }
  for (const { id, content } of nodes) {
    const { listed, linked } = filesIn(content)
    for (const file of [...listed, ...linked]) note(file, 'node', id)
  }
  for (const { id, url, poster } of videos) {
    note(storedName(url)?.id, 'video', `/${id}`)
    note(storedName(poster ?? '')?.id, 'video', posterOf(id))
  }
  return [...found.values()]
}

const posterOf = (video: number) => `/${video}/poster`

/** What uses the picture of a video (server/platform/files/uses.ts). */
export function posterKey(schemeId: string, video: number): string {
  return schemeId + posterOf(video)
}

/** Says which files a whole scheme uses now, where it came otherwise than by its authors' batches. */
export async function noteSchemeFiles(
  tx: Tx,
  clientId: string,
  schemeId: string,
  shows: FileReferences,
): Promise<void> {
  const uses = filesShown(shows).map(({ file, kind, of }) => ({ file, kind, key: schemeId + of }))
  const { rows } = await tx.query<{ file: string; kind: string; key: string }>(
    `SELECT u.file, u.kind, u.key FROM jsonb_to_recordset($1) AS u (file uuid, kind text, key text)
     JOIN files f ON f.id = u.file AND f.purpose IN ('curriculum-file', 'curriculum-video')
     FOR KEY SHARE OF f`,
    [JSON.stringify(uses)],
  )
  await tx.query(
    `DELETE FROM file_uses u WHERE kind IN ('node', 'video') AND starts_with(key, $1) AND NOT EXISTS (
       SELECT FROM jsonb_to_recordset($2) AS n (file uuid, kind text, key text)
       WHERE n.file = u.file_id AND n.kind = u.kind AND n.key = u.key)`,
    [`${schemeId}/`, JSON.stringify(rows)],
  )
  await tx.query(
    `INSERT INTO file_uses (client_id, file_id, kind, key)
     SELECT $1, file, kind, key FROM jsonb_to_recordset($2) AS n (file uuid, kind text, key text) ON CONFLICT DO NOTHING`,
    [clientId, JSON.stringify(rows)],
  )
}
