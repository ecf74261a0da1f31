import { Type, type Static } from 'typebox'
import { Flag, strict, Uuid } from '#contract/platform/fields.ts'

export const SchemesQuery = Type.Object(
  {
    published: Type.Optional(Flag),
    /** Lists only schemes that groups of the user's clubs use. */
    scheme_sessions_only: Type.Optional(Flag),
    /** Lists deleted schemes too [4.29]; only for authors. */
    include_deleted: Type.Optional(Flag),
    /** Lists what each scheme is (`facts`); only for authors. */
    with_facts: Type.Optional(Flag),
  },
  strict,
)

/** `raw`: as authors edit it, in all languages. */
export const CurriculumQuery = Type.Object({ raw: Type.Optional(Flag) }, strict)

/** `with_uses`: with the nodes that show each video; only for authors. */
export const VideosQuery = Type.Object({ with_uses: Type.Optional(Flag) }, strict)

/** `direct`: only the address under which the video plays. */
export const VideoQuery = Type.Object({ direct: Type.Optional(Flag) }, strict)

/** What a scheme is, for the authors' list. */
export const SchemeFacts = Type.Object({
  levels: Type.Integer(),
  skills: Type.Integer(),
  /** How many members are today in a group that has this scheme. */
  members: Type.Integer(),
  /** When an author last changed it, in unix seconds, and the author's name; null if nobody has since it was made. */
  changed_ts: Type.Union([Type.Integer(), Type.Null()]),
  changed_by: Type.Union([Type.String(), Type.Null()]),
  /** When its newest published revision went out; null while it is not published. */
  published_ts: Type.Union([Type.Integer(), Type.Null()]),
  /**
   * How many steps of authors, and updates of linked nodes, have changed it since that revision; a step that was taken back
   * is none.
   */
  changes_since: Type.Integer(),
  /** How many since it was released; 0 while it is not, and where that is from before releases were noted. */
  changes_since_release: Type.Integer(),
  /** The newest revision of its owner that it has; null for a scheme of the client's own. */
  followed: Type.Union([Type.Integer(), Type.Null()]),
})
export type SchemeFacts = Static<typeof SchemeFacts>

export const SchemeState = Type.Union([Type.Literal('draft'), Type.Literal('released'), Type.Literal('retired')])

/**
 * Brings a scheme from one state into another. It is refused when the scheme is not in the state `from` any more,
 * because somebody else has changed it; when it is in the state `to` already, nothing happens.
 */
export const SchemeStateBody = Type.Object({ from: SchemeState, to: SchemeState }, strict)

/** One entry of the scheme list [3.9], [7.28]. */
export const Scheme = Type.Object({
  slug: Type.String(),
  uuid: Type.String(),
  name: Type.String(),
  type: Type.String(),
  theme: Type.Union([Type.String(), Type.Null()]),
  languages: Type.Array(Type.String()),
  published: Type.Boolean(),
  /** Drafts are listed for authors only. */
  state: SchemeState,
  /** Since when it is in this state, in unix seconds; null when it has been from its beginning. */
  state_ts: Type.Union([Type.Integer(), Type.Null()]),
  deleted: Type.Boolean(),
  /** The client's subscription to this scheme of another client is in force. */
  subscribed: Type.Boolean(),
  /** False: the scheme of another client, which this client has subscribed to now or before. */
  own: Type.Boolean(),
  /** Only with `with_facts=1`. */
  facts: Type.Optional(SchemeFacts),
})
export type Scheme = Static<typeof Scheme>

const SchemeName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
/**
 * Locales such as en-GB, at least one [5.16]. The first is the source language, which stands in for missing
 * translations.
 */
const Languages = Type.Array(Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
})

/** A new scheme without nodes. Its slug is made from the name. */
export const NewSchemeBody = Type.Object({ name: SchemeName, languages: Languages }, strict)

/**
 * Changes of a scheme's name, in the language of the caller, and of its languages [7.37]. With the languages that the
 * author saw (`languages_from`), those that somebody else has added or removed meanwhile stay so.
 */
export const SchemePatch = Type.Object(
  { name: Type.Optional(SchemeName), languages: Type.Optional(Languages), languages_from: Type.Optional(Languages) },
  { ...strict, minProperties: 1 },
)

export const ContentType = Type.Union([
  Type.Literal('title'),
  Type.Literal('text'),
  Type.Literal('warning'),
  Type.Literal('tags'),
  Type.Literal('files'),
  Type.Literal('video'),
  Type.Literal('link'),
  Type.Literal('text-no-link'),
])
export type ContentType = Static<typeof ContentType>

/** One section of a node [3.11], [3.14]. Several addresses in a value are separated by commas. */
export const ContentSection = Type.Object({ title: Type.String(), type: ContentType, value: Type.String() })
export type ContentSection = Static<typeof ContentSection>

/** A node of the curriculum in one language [3.10]–[3.13]. */
export interface SchemeNode {
  id: string
  parentId: string | null
  title: string
  t: 'l' | 'sg' | 's'
  /** Grade kind 1–8; skills only, absent = not assessable. */
  grade?: number
  /** A heading under which siblings are listed together. */
  group?: string
  /** The listed node ids, and how many of them must be complete; absent = all children that count. */
  completion?: [string[], number]
  completion_type?: 'automated' | 'manual'
  /** Ids of nodes that must be complete besides those of `completion`. */
  required?: string[]
  /** The node counts, but coaches do not see it. */
  hidden?: boolean
  /** The node and everything below it do not count; only authors get such nodes. */
  skipped?: boolean
  /** The node is in the report of percentages. */
  starred?: boolean
  /** False for a linked node and in a scheme that follows another client's: only the owner changes the node. */
  is_owner: boolean
  content: ContentSection[]
  /** Ids of the scheme's videos. */
  videos: number[]
  children: SchemeNode[]
}

/** A grade scale in one language [3.15], [7.30]. */
export const GradeScale = Type.Object({
  /** The kind, 1–8. */
  grade: Type.Integer(),
  label: Type.String(),
  /** The grade from which a skill of this kind is passed. */
  pass: Type.Integer(),
  /** The labels of grade 0, 1, … in the language of the request [4.22]. */
  labels: Type.Array(Type.String()),
  /**
   * Former versions, oldest first. Marks made before `until` (unix seconds) are shown with the labels of that version.
   */
  versions: Type.Array(Type.Object({ until: Type.Integer(), pass: Type.Integer(), labels: Type.Array(Type.String()) })),
})
export type GradeScale = Static<typeof GradeScale>

/** Who reads a section: everybody (`all`), coaches and administrators (`coach`), or authors only. */
export const Visibility = Type.Union([Type.Literal('all'), Type.Literal('coach'), Type.Literal('author')])
export type Visibility = Static<typeof Visibility>

export const SchemeSection = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: ContentType,
  ordering: Type.Integer(),
  visibility: Visibility,
})
export type SchemeSection = Static<typeof SchemeSection>

export const Video = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  /** The address of a stored picture, which is shown until the video is played. */
  poster: Type.Union([Type.String(), Type.Null()]),
  /** The nodes that show it; only with `with_uses=1`. */
  uses: Type.Optional(Type.Array(Type.Object({ id: Type.String(), title: Type.String() }))),
})
export type Video = Static<typeof Video>

/** A new video: either a linked one by its `url`, or an uploaded one by its `file` [3.15]. */
export const VideoBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    url: Type.Optional(Type.String({ maxLength: 2_000 })),
    file: Type.Optional(Uuid),
    /** An uploaded picture, which is shown until the video is played. */
    poster: Type.Optional(Type.Union([Uuid, Type.Null()])),
  },
  strict,
)

/** Changes of a video's name and picture; null removes the picture. */
export const VideoChanges = Type.Object(
  { name: Type.Optional(VideoBody.properties.name), poster: Type.Optional(Type.Union([Uuid, Type.Null()])) },
  { ...strict, minProperties: 1 },
)
export type VideoChanges = Static<typeof VideoChanges>

/** The address from which an uploaded video can be played [7.31]. */
export const DirectVideo = Type.Object({ id: Type.Integer(), direct_url: Type.String() })
export type DirectVideo = Static<typeof DirectVideo>

/** The schema of a node; its `children` are nodes again, to any depth, which the schema does not check. */
const NodeSchema = Type.Unsafe<SchemeNode>(
  Type.Object({
    id: Type.String(),
    parentId: Type.Union([Type.String(), Type.Null()]),
    title: Type.String(),
    t: Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')]),
    grade: Type.Optional(Type.Integer()),
    group: Type.Optional(Type.String()),
    completion: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'A pair: listed node ids, and how many of them are needed' }),
    ),
    completion_type: Type.Optional(Type.Union([Type.Literal('automated'), Type.Literal('manual')])),
    required: Type.Optional(Type.Array(Type.String())),
    hidden: Type.Optional(Type.Boolean()),
    skipped: Type.Optional(Type.Boolean()),
    starred: Type.Optional(Type.Boolean()),
    is_owner: Type.Boolean(),
    content: Type.Array(ContentSection),
    videos: Type.Array(Type.Integer()),
    children: Type.Array(Type.Unknown(), { description: 'Nodes of this same shape' }),
  }),
)

/** One revision of a curriculum in one language, as all portals read it [7.29]. */
export const Curriculum = Type.Object({
  slug: Type.String(),
  uuid: Type.String(),
  name: Type.String(),
  revision: Type.Integer(),
  /** The two-letter language. */
  language: Type.String(),
  grades: Type.Array(GradeScale),
  tree: Type.Array(NodeSchema),
})
export type Curriculum = Static<typeof Curriculum>
