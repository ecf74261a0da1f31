import { Type, type Static } from 'typebox'
import { Impact } from './authoring.ts'
import { ClientId, Count, NodeId, strict, Uuid } from '#contract/platform/fields.ts'

/** One difference between two trees, with titles in the language of the caller. */
export const ChangeItem = Type.Object({
  what: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('moved'), Type.Literal('changed')]),
  id: Type.String(),
  t: Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')]),
  title: Type.String(),
  /** The title of the node's parent; empty at the top. */
  within: Type.String(),
  /** The fields that changed; empty unless the node is `changed`. */
  fields: Type.Array(Type.String()),
  /** The former title, when the title changed. */
  was: Type.Union([Type.String(), Type.Null()]),
  /** The beginnings of the first text that changed, before and after; null when none did. */
  text: Type.Union([Type.Object({ was: Type.String(), now: Type.String() }), Type.Null()]),
})
export type ChangeItem = Static<typeof ChangeItem>

/** The differences between two trees: how many of each kind, and what they are. */
export const Changes = Type.Object({
  added: Type.Integer(),
  removed: Type.Integer(),
  moved: Type.Integer(),
  changed: Type.Integer(),
  /** At most the first 500. */
  items: Type.Array(ChangeItem),
})
export type Changes = Static<typeof Changes>

/** The state of a client's subscription to another client's scheme; `asked` waits for the owner's decision. */
const SubscriptionState = Type.Union([
  Type.Literal('none'),
  Type.Literal('asked'),
  Type.Literal('subscribed'),
  Type.Literal('declined'),
  Type.Literal('ended'),
])

/** Another client that has subscribed to a scheme of this client, or has asked for it. */
export const Subscriber = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  scheme_slug: Type.String(),
  scheme_name: Type.String(),
  state: SubscriptionState,
  message: Type.String(),
  /** ISO 8601. */
  asked_at: Type.String(),
  /** The number of the published revision that the subscriber has; null before the first. */
  followed: Type.Union([Type.Integer(), Type.Null()]),
})
export type Subscriber = Static<typeof Subscriber>

/** The state of publishing one scheme [1.4]. */
export const Publication = Type.Object({
  published: Type.Boolean(),
  /** The live revision for which the changes were computed. */
  revision: Type.Integer(),
  /** Newest first. */
  revisions: Type.Array(Type.Object({ number: Type.Integer(), notes: Type.String(), published_at: Type.String() })),
  /** The differences from the newest published revision. */
  changes: Changes,
  /** Which settings differ from the newest published revision: name, languages, grades, sections, videos. */
  about: Type.Array(Type.String()),
  subscribers: Type.Array(Subscriber),
})
export type Publication = Static<typeof Publication>

/** Publishes the live revision, if it still is `revision`; `notes` tell subscribers what changed. */
export const PublishBody = Type.Object(
  { notes: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }), revision: Count },
  strict,
)

/** The owner's decision about a subscription. */
export const DecideBody = Type.Object({ approved: Type.Boolean() }, strict)

/** A scheme that another client has published. */
export const CatalogueEntry = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  scheme_uuid: Type.String(),
  name: Type.String(),
  languages: Type.Array(Type.String()),
  /** How many levels and skills the newest published revision has. */
  levels: Type.Integer(),
  skills: Type.Integer(),
  /** The number of the newest published revision, and its notes. */
  number: Type.Integer(),
  notes: Type.String(),
  published_at: Type.String(),
  /** False: its owner has withdrawn it; subscribers keep what they have. */
  published: Type.Boolean(),
  state: SubscriptionState,
  /** The slug of this client's copy, and the published revision that it has. */
  slug: Type.Union([Type.String(), Type.Null()]),
  followed: Type.Union([Type.Integer(), Type.Null()]),
})
export type CatalogueEntry = Static<typeof CatalogueEntry>

export const SubscribeBody = Type.Object(
  { client_id: ClientId, scheme_uuid: Uuid, message: Type.String({ maxLength: 1_000 }) },
  strict,
)

/**
 * Links the node `link_node_id` of the scheme `link_scheme_uuid`, with all below it, into the scheme `scheme_uuid`
 * [7.35]. The specification calls a linked node a mirror.
 */
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

/** The top node of a link and the scheme that it is linked into. */
export const LinkedNode = Type.Object({ scheme_uuid: Uuid, node_id: NodeId }, strict)

export const MirrorReply = Type.Object({ slug: Type.String(), node_id: Type.String(), revision: Type.Integer() })
export type MirrorReply = Static<typeof MirrorReply>

/** A linked node, compared with its origin. */
export const Mirror = Type.Object({
  scheme_uuid: Type.String(),
  scheme_slug: Type.String(),
  scheme_name: Type.String(),
  node_id: Type.String(),
  title: Type.String(),
  origin_slug: Type.String(),
  origin_name: Type.String(),
  origin_node_id: Type.String(),
  /**
   * `same`: the origin has not changed since it was copied. `update`: the origin has changed. `kept`: the origin has
   * changed, and an author declined that update. `frozen`: no updates are offered. `gone`: the origin was deleted.
   */
  state: Type.Union([
    Type.Literal('same'),
    Type.Literal('update'),
    Type.Literal('kept'),
    Type.Literal('frozen'),
    Type.Literal('gone'),
  ]),
  /** Identifies the update that is offered; null when there is none. */
  update: Type.Union([Type.String(), Type.Null()]),
  changes: Changes,
})
export type Mirror = Static<typeof Mirror>

/** What accepting an update would change for members, with the titles of the levels. */
export const UpdateImpact = Type.Object({ ...Impact.properties, titles: Type.Record(Type.String(), Type.String()) })
export type UpdateImpact = Static<typeof UpdateImpact>

/** An author's answer to an update of a linked node. `keep` declines it, `follow` ends `freeze`. */
export const AnswerBody = Type.Object(
  {
    scheme_uuid: Uuid,
    node_id: NodeId,
    answer: Type.Union([Type.Literal('accept'), Type.Literal('keep'), Type.Literal('freeze'), Type.Literal('follow')]),
    /** The update that the author has read; needed to accept or keep. */
    update: Type.Optional(Type.String({ maxLength: 64 })),
  },
  strict,
)
export type AnswerBody = Static<typeof AnswerBody>
