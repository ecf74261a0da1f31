import { Type } from 'typebox'
import type { Video, VideoChanges } from '#contract/curriculum/schemes.ts'
import { parseAddress } from '#domain/curriculum/address.ts'
import { storedAddress, parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { audit } from '#server/platform/audit.ts'
import { readFileRow } from '#server/platform/files/file-row.ts'
import { setUses } from '#server/platform/files/uses.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { lastInEdits } from '../schemes/last-in-edits.ts'
import { nextRevision } from '../schemes/next-revision.ts'
import { posterKey } from '../schemes/used-files.ts'
import { execute, findRow, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** How long a video's direct address is valid: enough to watch the longest film, or to save it on a device [7.31]. */
export const WATCH_SECONDS = 6 * 3600

/** Numbers of deleted videos are not given again if a node, deleted ones included, has them or had them once. */
const ADD_VIDEO = tenantStatement(
  'curriculum/add-video',
  `INSERT INTO scheme_videos (client_id, scheme_id, id, name, url, poster)
   SELECT $1, $2, greatest((SELECT max(id) FROM scheme_videos WHERE client_id = $1 AND scheme_id = $2),
     (SELECT max(video) FROM scheme_nodes node, unnest(node.videos) video
      WHERE node.client_id = $1 AND node.scheme_id = $2),
     ${lastInEdits('$.**.videos[*]')}, 0) + 1,
     $3, $4, $5
   RETURNING id, name, url, poster`,
)

/** Adds a video to a scheme, linked or uploaded; links are https only. */
export async function addVideo(
  tx: Tx,
  by: string,
  schemeId: string,
  { name, url, file, poster = null }: { name: string; url?: string; file?: string; poster?: string | null },
): Promise<Video> {
  if ((url === undefined) === (file === undefined))
    throw new Refusal('INVALID_REQUEST', { field: 'url', detail: 'url: either an address or a file' })
  if (url !== undefined && parseAddress(url)?.kind !== 'web')
    throw new Refusal('INVALID_REQUEST', { field: 'url', detail: 'url: https only' })
  const stored = file === undefined ? null : await readFileRow(tx, file)
  if (file !== undefined && !stored) throw new Refusal('NOT_FOUND', { field: 'file' })
  const address = stored ? storedAddress({ id: stored.id, name: stored.filename }) : (url ?? '').trim()
  const video = await getRow(tx, ADD_VIDEO, [schemeId, name.trim(), address, await posterAddress(tx, poster)])
  if (stored) {
    const usingVideo = { kind: 'video' as const, key: `${schemeId}/${video.id}` }
    await setUses(tx, usingVideo, { purpose: 'curriculum-video', ids: [stored.id], field: 'file' })
  }
  await recordPosterUse(tx, schemeId, video.id, poster)
  await nextRevision(tx, schemeId)
  const entry = { userId: by, action: 'add-video', entity: 'scheme', entityId: schemeId }
  await audit(tx, { ...entry, after: { id: video.id, name: video.name } })
  return video
}

const WRITE_VIDEO = tenantStatement(
  'curriculum/write-imported-video',
  `INSERT INTO scheme_videos (client_id, scheme_id, id, name, url, poster) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (client_id, scheme_id, id) DO UPDATE
     SET name = excluded.name, url = excluded.url, poster = excluded.poster`,
)

/** Writes a video of an imported file under its number: a new one, or a new name and picture of the present one. */
export async function writeImportedVideo(tx: Tx, schemeId: string, video: Omit<Video, 'uses'>): Promise<void> {
  const { id, name, url, poster } = video
  const kind = parseAddress(url)?.kind
  const stored = kind === 'file' ? (parseStoredAddress(url)?.id ?? null) : null
  if (kind !== 'web' && stored === null)
    throw new Refusal('INVALID_REQUEST', { field: 'url', detail: 'url: https only' })
  // '' for an address that leads to no stored file
  const picture = poster === null ? null : (parseStoredAddress(poster)?.id ?? '')
  if (picture === '') throw new Refusal('NOT_FOUND', { field: 'poster' })
  await execute(tx, WRITE_VIDEO, [schemeId, id, name.trim(), url.trim(), await posterAddress(tx, picture)])
  const usingVideo = { kind: 'video' as const, key: `${schemeId}/${id}` }
  const ids = stored === null ? [] : [stored]
  await setUses(tx, usingVideo, { purpose: 'curriculum-video', ids, field: 'file' })
  await recordPosterUse(tx, schemeId, id, picture)
}

/** The address of a stored picture that a video may have as its poster; null for none. */
async function posterAddress(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null
  const file = await readFileRow(tx, id)
  if (!file || file.purpose !== 'curriculum-file') throw new Refusal('NOT_FOUND', { field: 'poster' })
  if (!/^image\/(png|jpeg|gif)$/.test(file.media_type))
    throw new Refusal('INVALID_REQUEST', { field: 'poster', detail: 'poster: a picture' })
  return storedAddress({ id, name: file.filename })
}

/** Records that a video uses a picture, so that the file is not deleted. */
async function recordPosterUse(tx: Tx, schemeId: string, id: number, poster: string | null): Promise<void> {
  const usingVideo = { kind: 'video' as const, key: posterKey(schemeId, id) }
  const ids = poster === null ? [] : [poster]
  await setUses(tx, usingVideo, { purpose: 'curriculum-file', ids, field: 'poster' })
}

const UPDATE_VIDEO = tenantStatement(
  'curriculum/update-video',
  'UPDATE scheme_videos SET name = $4, poster = $5 WHERE client_id = $1 AND scheme_id = $2 AND id = $3',
)

/** Renames a video, or gives it another picture. Nodes refer to it by its number, so they go on showing it. */
export async function changeVideo(
  tx: Tx,
  by: string,
  { schemeId, id }: { schemeId: string; id: number },
  { name, poster }: VideoChanges,
): Promise<Video> {
  const before = await readVideo(tx, schemeId, id)
  if (!before) throw new Refusal('NOT_FOUND', { field: 'id' })
  const after = {
    name: name?.trim() ?? before.name,
    poster: poster === undefined ? before.poster : await posterAddress(tx, poster),
  }
  if (poster !== undefined) await recordPosterUse(tx, schemeId, id, poster)
  await execute(tx, UPDATE_VIDEO, [schemeId, id, after.name, after.poster])
  await nextRevision(tx, schemeId)
  const entry = { userId: by, action: 'change-video', entity: 'scheme', entityId: schemeId }
  await audit(tx, { ...entry, before: { ...before }, after: { id, ...after } })
  return { ...before, ...after }
}

const LIST_VIDEOS = tenantStatement(
  'curriculum/list-videos-with-uses',
  `SELECT video.id, video.name, video.url, video.poster,
     coalesce((SELECT json_agg(json_build_object('id', node.id,
         'title', ${wordsIn('node.title', '$3')}) ORDER BY node.id)
       FROM scheme_nodes node
       WHERE node.client_id = video.client_id AND node.scheme_id = video.scheme_id AND video.id = ANY(node.videos)
         AND node.deleted_at IS NULL), '[]') AS uses
   FROM scheme_videos video WHERE video.client_id = $1 AND video.scheme_id = $2 ORDER BY video.id`,
  { json: { uses: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })) } },
)

/** Videos of a scheme, each with the nodes that show it, deleted nodes excepted. */
export async function readVideosWithUses(tx: Tx, schemeId: string, language: string): Promise<Video[]> {
  return queryRows(tx, LIST_VIDEOS, [schemeId, language])
}

/** SQL query: the nodes that show the video $3, live or by a batch of the open working copy. */
const nodesWithVideo = `SELECT id FROM scheme_nodes
   WHERE client_id = $1 AND scheme_id = $2 AND $3 = ANY(videos) AND deleted_at IS NULL
   UNION
   SELECT node ->> 'id' FROM working_copies copy
   JOIN working_copy_edits batch ON batch.client_id = copy.client_id AND batch.copy_id = copy.id,
     jsonb_path_query(batch.edits, '$.** ? (@.id starts with "/")') node
   WHERE copy.client_id = $1 AND copy.scheme_id = $2 AND copy.ended_at IS NULL
     AND $3 IN (SELECT jsonb_array_elements_text(coalesce(node -> 'set', node) -> 'videos')::int)`

const NODES_WITH_VIDEO = tenantStatement('curriculum/list-nodes-with-video', `${nodesWithVideo} ORDER BY id LIMIT 100`)

/** Deletes a video; refused while nodes show it. Its file is deleted after a day without any use. */
export async function deleteVideo(tx: Tx, by: string, schemeId: string, id: number): Promise<void> {
  const showingNodes = await queryRows(tx, NODES_WITH_VIDEO, [schemeId, id])
  if (showingNodes.length > 0)
    throw new Refusal('VIDEO_IN_USE', { field: 'id', ids: showingNodes.flatMap((node) => node.id ?? []) })
  const video = await removeVideo(tx, schemeId, id)
  if (!video) throw new Refusal('NOT_FOUND', { field: 'id' })
  await nextRevision(tx, schemeId)
  const entry = { userId: by, action: 'delete-video', entity: 'scheme', entityId: schemeId }
  await audit(tx, { ...entry, before: { ...video } })
}

const DELETE_VIDEO = tenantStatement(
  'curriculum/delete-unused-video',
  `DELETE FROM scheme_videos WHERE client_id = $1 AND scheme_id = $2 AND id = $3 AND NOT EXISTS (${nodesWithVideo})
   RETURNING id, name, url, poster`,
)

/** Deletes a video that no node shows; null when there is none. */
export async function removeVideo(tx: Tx, schemeId: string, id: number): Promise<Video | null> {
  const video = await findRow(tx, DELETE_VIDEO, [schemeId, id])
  if (!video) return null
  const usingVideo = { kind: 'video' as const, key: `${schemeId}/${id}` }
  await setUses(tx, usingVideo, { purpose: 'curriculum-video', ids: [], field: 'file' })
  await recordPosterUse(tx, schemeId, id, /* poster */ null)
  return video
}

const VIDEO = tenantStatement(
  'curriculum/read-video',
  'SELECT id, name, url, poster FROM scheme_videos WHERE client_id = $1 AND scheme_id = $2 AND id = $3',
)

async function readVideo(tx: Tx, schemeId: string, id: number): Promise<Video | null> {
  return (await findRow(tx, VIDEO, [schemeId, id])) ?? null
}

/** The id of a video's stored file; null when the video is a link. */
export function fileOfVideo(video: Video): string | null {
  return parseStoredAddress(video.url)?.id ?? null
}
