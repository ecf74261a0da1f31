import { Type, type Static } from 'typebox'
import { Int4, nullable, strict } from '#contract/platform/fields.ts'
import { SavedEdits } from './authoring.ts'

const { edits } = SavedEdits.properties

/** What the author of the request can undo and redo in a scheme, the next one last, with the edits that do it. */
const OwnStep = Type.Object({ step: Type.Integer(), edits })
export const OwnSteps = Type.Object({ undo: Type.Array(OwnStep), redo: Type.Array(OwnStep) })
export type OwnSteps = Static<typeof OwnSteps>

/** `before`: only what was saved before this revision. */
export const HistoryQuery = Type.Object({ before: Type.Optional(Int4) }, strict)

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
  /** The author's name. */
  by: Type.String(),
  from_ts: Type.Integer(),
  to_ts: Type.Integer(),
  items: Type.Array(HistoryItem),
})
export type HistoryEntry = Static<typeof HistoryEntry>

/** The newest entries first; `next` is the `before` of the next page, null after the last one. */
export const History = Type.Object({ entries: Type.Array(HistoryEntry), next: nullable(Type.Integer()) })

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

/** The edits to be saved like any other; none when all is as it was before. */
export const RestoreReply = Type.Object({ edits })
