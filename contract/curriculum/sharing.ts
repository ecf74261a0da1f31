import { Type, type Static } from 'typebox'
import { Impact } from './authoring.ts'
import { ClientId, Count, NodeId, strict, Uuid } from '#contract/platform/fields.ts'

/** One difference of two trees; titles in the language of who asks. */
export const ChangeItem = Type.Object({
  what: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('moved'), Type.Literal('changed')]),
  id: Type.String(),
  t: Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')]),
  title: Type.String(),
  /** Where it stands: the title of what it stands in, empty at the top. */
  within: Type.String(),
  /** Of a changed one: what of it. */
  fields: Type.Array(Type.String()),
  /** Of a changed title: what it was. */
  was: Type.Union([Type.String(), Type.Null()]),
})
export type ChangeItem = Static<typeof ChangeItem>

export const Changes = Type.Object({
  added: Type.Integer(),
  removed: Type.Integer(),
  moved: Type.Integer(),
  changed: Type.Integer(),
  /** The first 500. */
  items: Type.Array(ChangeItem),
})
export type Changes = Static<typeof Changes>

/** How a client's wish for a scheme stands. */
export const SubscriptionState = Type.Union([
  Type.Literal('none'),
  Type.Literal('asked'),
  Type.Literal('subscribed'),
  Type.Literal('declined'),
  Type.Literal('ended'),
])
export type SubscriptionState = Static<typeof SubscriptionState>

/** A client that wants, or has, a scheme of ours. */
export const Subscriber = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  scheme_slug: Type.String(),
  scheme_name: Type.String(),
  state: SubscriptionState,
  message: Type.String(),
  asked_at: Type.String(),
  /** The revision it has come to; null before the first. */
  followed: Type.Union([Type.Integer(), Type.Null()]),
})
export type Subscriber = Static<typeof Subscriber>

/** Everything about publishing one scheme [1.4]. */
export const Publication = Type.Object({
  published: Type.Boolean(),
  /** The live revision that the changes were worked out for. */
  revision: Type.Integer(),
  /** Newest first. */
  revisions: Type.Array(Type.Object({ number: Type.Integer(), notes: Type.String(), published_at: Type.String() })),
  /** Against the newest revision, item by item. */
  changes: Changes,
  /** What of the scheme itself changed: name, languages, grades, sections, videos. */
  about: Type.Array(Type.String()),
  subscribers: Type.Array(Subscriber),
})
export type Publication = Static<typeof Publication>

export const PublishBody = Type.Object(
  { notes: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }), revision: Count },
  strict,
)

export const DecideBody = Type.Object({ approved: Type.Boolean() }, strict)

/** A scheme that another client has published. */
export const CatalogueEntry = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  scheme_uuid: Type.String(),
  name: Type.String(),
  languages: Type.Array(Type.String()),
  levels: Type.Integer(),
  skills: Type.Integer(),
  number: Type.Integer(),
  notes: Type.String(),
  published_at: Type.String(),
  /** False: withdrawn; what was subscribed to stays. */
  published: Type.Boolean(),
  state: SubscriptionState,
  /** The own copy, and the revision it has come to. */
  slug: Type.Union([Type.String(), Type.Null()]),
  followed: Type.Union([Type.Integer(), Type.Null()]),
})
export type CatalogueEntry = Static<typeof CatalogueEntry>

export const SubscribeBody = Type.Object(
  { client_id: ClientId, scheme_uuid: Uuid, message: Type.String({ maxLength: 1_000 }) },
  strict,
)

/** [7.35]: the node of another scheme, with all below it, is linked into this one. */
export const MirrorBody = Type.Object(
  {
    link_scheme_uuid: Uuid,
    link_node_id: NodeId,
    scheme_uuid: Uuid,
    parent_id: Type.Union([NodeId, Type.Null()]),
    before: Type.Optional(Type.Union([NodeId, Type.Null()])),
  },
  strict,
)

export const LinkedNode = Type.Object({ scheme_uuid: Uuid, node_id: NodeId }, strict)

export const MirrorReply = Type.Object({ slug: Type.String(), node_id: Type.String(), revision: Type.Integer() })
export type MirrorReply = Static<typeof MirrorReply>

/** A linked node and how it stands to its origin. */
export const Mirror = Type.Object({
  scheme_uuid: Type.String(),
  scheme_slug: Type.String(),
  scheme_name: Type.String(),
  node_id: Type.String(),
  title: Type.String(),
  origin_slug: Type.String(),
  origin_name: Type.String(),
  origin_node_id: Type.String(),
  /** `update` waits for an answer, `kept` was answered with no; of `gone` the origin was deleted. */
  state: Type.Union([
    Type.Literal('same'),
    Type.Literal('update'),
    Type.Literal('kept'),
    Type.Literal('frozen'),
    Type.Literal('gone'),
  ]),
  /** Tells updates apart; null where there is none. */
  update: Type.Union([Type.String(), Type.Null()]),
  changes: Changes,
})
export type Mirror = Static<typeof Mirror>

/** What accepting an update would change for members, as for own edits, with the titles of the levels. */
export const UpdateImpact = Type.Object({ ...Impact.properties, titles: Type.Record(Type.String(), Type.String()) })
export type UpdateImpact = Static<typeof UpdateImpact>

export const AnswerBody = Type.Object(
  {
    scheme_uuid: Uuid,
    node_id: NodeId,
    answer: Type.Union([Type.Literal('accept'), Type.Literal('keep'), Type.Literal('freeze'), Type.Literal('follow')]),
    /** The update that was read; needed to accept or keep. */
    update: Type.Optional(Type.String({ maxLength: 64 })),
  },
  strict,
)
export type AnswerBody = Static<typeof AnswerBody>
