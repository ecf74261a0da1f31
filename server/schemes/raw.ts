import type { RawCurriculum } from '#contract/authoring.ts'
import { inOrder } from '#domain/tree.ts'
import { Refusal } from '#server/http/errors.ts'
import { wordsOf } from '#server/http/schemas.ts'
import type { Session } from '#server/http/session.ts'
import type { Tx } from '#server/tenancy.ts'
import { readGrades, readSections, readVideos } from './queries.ts'
import type { Trees } from './trees.ts'

/** A scheme as its authors have it. */
export async function readRaw(tx: Tx, trees: Trees, session: Session, slug: string): Promise<RawCurriculum> {
  const { rows } = await tx.query<{ id: string; name: Record<string, string>; languages: string[] }>(
    'SELECT id, name, languages FROM schemes WHERE slug = $1 AND deleted_at IS NULL',
    [slug],
  )
  const [scheme] = rows
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
  const { id: uuid, name, languages } = scheme
  const language = wordsOf(session.language)
  const [live, grades, sections, videos] = await Promise.all([
    trees.live(tx, session.clientId, uuid),
    readGrades(tx, uuid, language),
    readSections(tx, uuid, language),
    readVideos(tx, uuid),
  ])
  trees.keep(session.clientId, uuid, live)
  const { revision, tree } = live
  const nodes = inOrder(tree)
  return { slug, uuid, name, revision, languages, grades, sections, videos, nodes, gone: [...tree.gone.values()] }
}
