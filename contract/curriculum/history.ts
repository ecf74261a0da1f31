import { Type, type Static } from 'typebox'
import { Flag, Int4, NodeId, nullable, ONE_LINE, Revision, strict } from '#contract/platform/fields.ts'
import { SavedEdits } from './authoring.ts'
import { Changes } from './sharing.ts'

const { edits } = SavedEdits.properties

/** What the author of the request can undo and redo in a scheme, the next one last, with the edits that do it. */
const OwnStep = Type.Object({ step: Type.Integer(), edits })
export const OwnSteps = Type.Object({ undo: Type.Array(OwnStep), redo: Type.Array(OwnStep) })
export type OwnSteps = Static<typeof OwnSteps>

/**
 * `before`: only what was saved before this revision. `node`: only what is about this node and, with `below`, about what
 * is or was below it.
 */
export const HistoryQuery = Type.Object(
  { before: Type.Optional(Int4), node: Type.Optional(NodeId), below: Type.Optional(Flag) },
  strict,
)

/** One change, with the titles of its nodes. */
export const HistoryItem = Type.Object({
  what: Type.Union([
    Type.Literal('added'),
    Type.Literal('removed'),
    Type.Literal('restored'),
    Type.Literal('moved'),
    Type.Literal('ordered'),
    Type.Literal('renamed'),
    Type.Literal('changed'),
    Type.Literal('settings'),
  ]),
  /** The kind of the first node; null for a change of the scheme's settings. */
  t: nullable(Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')])),
  /** The revision of the first step that did it. */
  revision: Type.Integer(),
  /** Ids and titles of the first nodes, and of how many more. */
  ids: Type.Array(Type.String()),
  titles: Type.Array(Type.String()),
  more: Type.Integer(),
  /** Of a moved node the former parent and the new one, null is the top; of a renamed one the titles. */
  from: nullable(Type.String()),
  to: nullable(Type.String()),
  /** Which fields or settings were changed. */
  fields: Type.Array(Type.String()),
  /** Of a renamed node the language of the title. */
  language: nullable(Type.String()),
})
export type HistoryItem = Static<typeof HistoryItem>

/** The steps of one author with less than half an hour between them; those that were taken back are left out. */
export const HistoryEntry = Type.Object({
  /** The revisions of the first and the last step. */
  first_revision: Type.Integer(),
  revision: Type.Integer(),
  /** What an author has called the scheme as it was after this entry. */
  name: nullable(Type.String()),
  /** The author's name. */
  by: Type.String(),
  from_ts: Type.Integer(),
  to_ts: Type.Integer(),
  /** False: it is from before the way back was stored, so it can be neither undone nor compared, nor restored. */
  restorable: Type.Boolean(),
  /** The step is the release of a working copy, and the only one of the entry. */
  release: Type.Boolean(),
  /** The entry has updates of linked nodes, which the author took over from their owner and nobody can undo here. */
  linked: Type.Boolean(),
  items: Type.Array(HistoryItem),
})
export type HistoryEntry = Static<typeof HistoryEntry>

/**
 * The newest entries first; `next` is the `before` of the next page, null after the last one. `about` is the node to
 * which it was narrowed, null where it was not or the scheme never had that node.
 */
export const History = Type.Object({
  entries: Type.Array(HistoryEntry),
  next: nullable(Type.Integer()),
  about: nullable(Type.Object({ id: Type.String(), title: Type.String(), deleted: Type.Boolean() })),
})
export type History = Static<typeof History>

/**
 * Asks for the edits that restore what was before the revision `before` was saved: of the whole scheme, or only these
 * nodes, by their ids with commas between them, and what is or was below them.
 */
export const RestoreQuery = Type.Object(
  {
    before: Int4,
    nodes: Type.Optional(Type.String({ maxLength: 3_000, pattern: '^/[A-Za-z0-9/-]+(,/[A-Za-z0-9/-]+)*$' })),
  },
  strict,
)

/** Something of a node that does not come back: a deleted file or video, its link, or its texts in a language. */
const NotBack = Type.Object({
  what: Type.Union([Type.Literal('file'), Type.Literal('video'), Type.Literal('link'), Type.Literal('language')]),
  /** Id and title of the node. */
  id: Type.String(),
  title: Type.String(),
  /** The name of the file, or the two-letter language; else empty. */
  name: Type.String(),
})
export type NotBack = Static<typeof NotBack>

/** The edits to be saved like any other, none when all is as it was before; what they change, and what stays away. */
export const RestoreReply = Type.Object({
  edits,
  changes: Changes,
  not_back: Type.Array(NotBack),
  not_back_more: Type.Integer(),
})
export type RestoreReply = Static<typeof RestoreReply>

/**
 * Asks what differs between two points: after the revision `from`, and after `to` or, left out, now. `node`: only of
 * this node and what is or was below it.
 */
export const ComparisonQuery = Type.Object(
  { from: Revision, to: Type.Optional(Revision), node: Type.Optional(NodeId) },
  strict,
)

/** Names the scheme as it was after a revision; null takes the name away. */
export const NameBody = Type.Object(
  { name: nullable(Type.String({ minLength: 1, maxLength: 80, pattern: ONE_LINE })) },
  strict,
)
