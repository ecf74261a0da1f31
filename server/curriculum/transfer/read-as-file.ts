import type { SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import { fingerprintsOf } from '#domain/curriculum/transfer/scheme-fingerprints.ts'
import { inTreeOrder } from '#domain/curriculum/tree.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { requireScheme } from '../schemes/queries.ts'
import type { Trees } from '../schemes/trees.ts'
import { readSchemeSettings } from '../settings/write-settings.ts'

/** A scheme as the content of a file. */
export async function readAsFile(tx: Tx, trees: Trees, clientId: string, slug: string): Promise<SchemeFile> {
  const scheme = await requireScheme(tx, slug)
  const settings = await readSchemeSettings(tx, scheme.id)
  const { languages, sections, grades, videos } = settings
  const { tree } = await trees.live(tx, clientId, scheme.id)
  return {
    format: 'rungs-scheme',
    version: 1,
    name: scheme.name,
    languages,
    sections,
    grades,
    videos: videos.map(({ poster, ...video }) =>
      poster === null ? video : { ...video, poster },
    ) as SchemeFile['videos'],
    // linked nodes are written as ordinary nodes, because a file cannot refer to other schemes
    nodes: inTreeOrder(tree).map(({ origin: _, ...node }) => node),
    // fingerprints, by which an import of the file will find what was changed in it
    marks: fingerprintsOf(tree, { uuid: scheme.id, settings }),
  }
}
