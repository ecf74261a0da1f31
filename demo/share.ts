import type { Edit } from '#domain/curriculum/tree.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { createScheme, type NewNode, type NewScheme } from '#server/curriculum/schemes/commands.ts'
import { lockScheme, saveEdits } from '#server/curriculum/schemes/save-edits.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import { mustReadScheme } from '#server/curriculum/sharing/content.ts'
import { copyNextFile } from '#server/curriculum/sharing/files.ts'
import { followScheme } from '#server/curriculum/sharing/follow.ts'
import { linkNode } from '#server/curriculum/sharing/mirrors.ts'
import { publish } from '#server/curriculum/sharing/publish.ts'
import { answerSubscription, requestSubscription, taskSubjectOf } from '#server/curriculum/sharing/subscriptions.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import { userId, type ClientData } from './client-data.ts'
import { demoScheme } from './content/schemes.ts'
import { flattenScheme } from './content/scheme.ts'

/** Publishes the first revision of a scheme for subscribers. */
export async function publishScheme(
  db: Database,
  clientId: string,
  slug: string,
  notes: string,
  at: Date,
): Promise<void> {
  await inTenant(db, clientId, 'write', async (tx) => {
    const { revision } = await mustReadScheme(tx, { slug })
    await publish(tx, new Trees(), { clientId, userId: userId(clientId, 'scheme') }, slug, { notes, revision, at })
  })
}

/** Subscribes a client to a scheme: asks its owner, who approves, and copies the scheme's files and nodes. */
export async function subscribe(
  db: Database,
  files: FileStore,
  clientId: string,
  owner: string,
  slug: string,
  at: Date,
): Promise<void> {
  const author = (client: string) => ({ clientId: client, userId: userId(client, 'scheme') })
  const { id: schemeId } = await inTenant(db, owner, 'read', (tx) => mustReadScheme(tx, { slug }))
  const message = 'For the gym clubs of our leisure centres.'
  await inTenant(db, clientId, 'write', (tx) =>
    requestSubscription(tx, author(clientId), { owner, schemeId, message, at }),
  )
  await inTenant(db, owner, 'write', (tx) =>
    answerSubscription(tx, author(owner), slug, { subscriber: clientId, approved: true, at }),
  )
  // each call copies the bytes of one file, and returns the function that writes the file's row
  const copyNext = () => copyNextFile({ db, files, nowMs: at.getTime() }, clientId, { owner, schemeId })
  for (let writeRow = await copyNext(); writeRow; writeRow = await copyNext())
    await inTenant(db, clientId, 'write', writeRow)
  await inTenant(db, clientId, 'write', async (tx) => {
    const copy = await followScheme(tx, clientId, taskSubjectOf(owner, schemeId), at.getTime())
    if (copy) await releaseScheme(tx, copy.slug, at.getTime())
  })
}

/**
 * Creates a scheme some of whose nodes are linked to the subscribed scheme `sourceSlug`. Its own nodes are created
 * first; then the linked nodes are added at their positions and get their Welsh texts.
 */
export async function loadLinked(
  tx: Tx,
  { client }: ClientData,
  scheme: NewScheme,
  sourceSlug: string,
  nowMs: number,
): Promise<void> {
  const clientId = client.id
  const author = userId(clientId, 'scheme')
  /** For each node the id of the node to which it is linked; undefined for an own node. */
  const origins = new Map(flattenScheme(demoScheme(scheme.slug)).map((node) => [node.id, node.from]))
  const ownNodes = scheme.nodes.filter((node) => origins.get(node.id) === undefined)
  await createScheme(tx, clientId, author, {
    ...scheme,
    // linked nodes bring their videos
    videos: [],
    // rules are added below, because they may name linked nodes, which do not exist yet
    nodes: ownNodes.map((node) => ({ ...node, completion: null, required: [] })),
  })
  const source = await mustReadScheme(tx, { slug: sourceSlug })
  const trees = new Trees()
  for (const node of scheme.nodes) {
    const fromNode = origins.get(node.id)
    if (fromNode === undefined) continue
    const link = {
      fromScheme: source.id,
      fromNode,
      scheme: scheme.id,
      parentId: node.parentId,
      before: nextOwnSibling(ownNodes, scheme, node),
    }
    const { nodeId } = await linkNode(tx, trees, { clientId, userId: author, nowMs }, link)
    if (nodeId !== node.id) throw new Error(`the demo’s ${node.id} became ${nodeId}`)
  }
  const locked = await lockScheme(tx, scheme.slug)
  if (!locked) throw new Error(`no scheme ${scheme.slug}`)
  const { tree } = await trees.live(tx, clientId, scheme.id)
  // own nodes get their rules; linked nodes get their Welsh texts and whether they are starred
  const edits = scheme.nodes.flatMap((node): Edit[] => {
    const created = tree.nodes.get(node.id)
    if (!created?.origin) {
      const hasRule = node.completion !== null || node.required.length > 0
      return hasRule ? [{ do: 'set', id: node.id, set: { completion: node.completion, required: node.required } }] : []
    }
    const { cy } = node.title
    // the first section is the description, which is the one that Tideway translates
    const [content] = node.content
    const [linkedSection] = created.content
    const welsh = (text: string | undefined) => (text === undefined ? {} : { cy: text })
    const set = { ...(cy === undefined ? {} : { title: { cy } }), starred: node.starred }
    const texts = { title: welsh(content?.title['cy']), value: welsh(content?.value['cy']) }
    return [
      { do: 'set', id: node.id, set },
      ...(linkedSection && content
        ? [{ do: 'set-section' as const, id: node.id, key: linkedSection.key, set: texts }]
        : []),
    ]
  })
  const saved = await saveEdits(tx, clientId, trees, locked, edits, { by: author, nowMs })
  if (!saved.ok) throw new Error(`the demo’s own edit was refused: ${saved.code} ${saved.id}`)
}

/** The id of the next sibling that is an own node, and so exists already; null when there is none. */
function nextOwnSibling(ownNodes: readonly NewNode[], { nodes }: NewScheme, node: NewNode): string | null {
  const siblings = nodes.filter(({ parentId }) => parentId === node.parentId)
  return siblings.slice(siblings.indexOf(node)).find((sibling) => ownNodes.includes(sibling))?.id ?? null
}
