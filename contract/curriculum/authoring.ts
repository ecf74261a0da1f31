import { Type, type Static, type TSchema } from 'typebox'
import { MAX_SECTIONS, MAX_TEXT } from '#domain/curriculum/content.ts'
import type { SparseNode } from '#domain/curriculum/node-defaults.ts'
import type { SettingChange } from '#domain/curriculum/edits/scheme-settings.ts'
import { MAX_EXTERNAL_ID, type AuthorNode, type Edit } from '#domain/curriculum/tree.ts'
import { ContentType, GradeScale, SchemeSection, Video } from './schemes.ts'
import { Count, Int4, NodeId, nullable, Revision, SettingNumber, strict } from '#contract/platform/fields.ts'
import { GradesBody, SectionsBody } from './scheme-settings.ts'

const Language = Type.String({ pattern: '^[a-z]{2}$' })
/** Texts by two-letter language. */
const Words = Type.Record(Language, Type.String({ maxLength: MAX_TEXT }), strict)
const Title = Type.Record(Language, Type.String({ maxLength: 200 }), strict)
const Kind = Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')])
const Ids = Type.Array(NodeId, { maxItems: 20_000 })
const Fingerprint = Type.String({ pattern: '^[0-9a-z]{1,12}$' })
const NodeIdOrNull = nullable(NodeId)
/** The id of a node where it was imported from. */
const ExternalId = Type.String({ minLength: 1, maxLength: MAX_EXTERNAL_ID })

/** Texts to change by language; null removes the text. */
const TextChanges = (maxLength: number) => Type.Record(Language, nullable(Type.String({ maxLength })), strict)
const SectionKey = Type.String({ pattern: '^[a-z0-9-]{1,40}$' })
/** The id of the scheme's section from which a node's section was made (`of`), or null. */
const SchemeSectionId = nullable(SettingNumber)
const SectionBody = Type.Object(
  { key: SectionKey, type: ContentType, of: SchemeSectionId, title: Title, value: Words },
  strict,
)
const SectionKeyOrNull = nullable(SectionKey)

/** The fields of a node, besides its id, position, title and content. */
const fields = {
  t: Kind,
  /** Grade kind 1–8 of a skill; null = not assessable. */
  grade: Type.Union([Type.Integer({ minimum: 1, maximum: 8 }), Type.Null()]),
  /** A heading under which siblings are listed together. */
  group: Type.Union([Type.String({ minLength: 1, maxLength: 50 }), Type.Null()]),
  /** At least `count` of the nodes `ids` must be complete; null = all children that count. */
  completion: Type.Union([Type.Object({ ids: Ids, count: Int4 }, strict), Type.Null()]),
  completionType: Type.Union([Type.Literal('automated'), Type.Literal('manual')]),
  /** Ids of nodes that must be complete besides those of `completion`. */
  required: Ids,
  /** The node counts, but coaches do not see it. */
  hidden: Type.Boolean(),
  /** The node and everything below it do not count and are sent to authors only. */
  skipped: Type.Boolean(),
  /** The node is in the report of percentages. */
  starred: Type.Boolean(),
  /** Ids of the scheme's videos. */
  videos: Type.Array(SettingNumber, { maxItems: 100 }),
  /** The translations that are older than their source text (`Pins`). */
  pins: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.Record(Fingerprint, Fingerprint))),
}

/** A node as authors see it, in all languages. */
export const AuthorNodeBody = Type.Unsafe<AuthorNode>(
  Type.Object(
    {
      id: NodeId,
      parentId: NodeIdOrNull,
      title: Title,
      ...fields,
      content: Type.Array(SectionBody, { maxItems: MAX_SECTIONS }),
      externalId: Type.Optional(ExternalId),
    },
    strict,
  ),
)

/** Any fields of a node. In `title` each language is changed by itself; null removes it. */
const NodeFieldsBody = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    title: Type.Optional(TextChanges(200)),
    externalId: Type.Optional(nullable(ExternalId)),
  },
  strict,
)

// of a changed scale, the id says the kind, so the scale itself has no field for it
const { grade: _, ...scaleFields } = GradesBody.properties.grades.items.properties
const SectionValue = Type.Object(Type.Omit(SectionsBody.properties.sections.items, ['id']).properties, strict)
const VideoValue = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    url: Type.String({ maxLength: 2_000 }),
    poster: Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]),
  },
  strict,
)
const settingChange = <W extends string>(what: W, idPattern: string, value: TSchema) => {
  const Value = nullable(value)
  const Id = Type.String({ pattern: idPattern })
  return Type.Object({ what: Type.Literal(what), id: Id, was: Value, now: Value }, strict)
}
/**
 * The change of one setting of a scheme, as the import of a file makes it, from the value `was` to `now`; null = the
 * setting does not exist.
 */
export const SettingChangeBody = Type.Unsafe<SettingChange>(
  Type.Union([
    settingChange('language', '^[a-z]{2}-[A-Z]{2}$', Type.Literal(true)),
    settingChange('section', '^[1-9][0-9]{0,8}$', SectionValue),
    settingChange('grade', '^[1-8]$', Type.Object(scaleFields, strict)),
    settingChange('video', '^[1-9][0-9]{0,8}$', VideoValue),
  ]),
)

/** One edit of a tree. `before` is the sibling or section in front of which something goes; null = at the end. */
export const EditBody = Type.Unsafe<Edit>(
  Type.Union([
    Type.Object(
      {
        do: Type.Literal('add'),
        nodes: Type.Array(AuthorNodeBody, { minItems: 1, maxItems: 20_000 }),
        before: NodeIdOrNull,
      },
      strict,
    ),
    Type.Object({ do: Type.Literal('set'), id: NodeId, set: NodeFieldsBody }, strict),
    Type.Object({ do: Type.Literal('move'), ids: Ids, parentId: NodeIdOrNull, before: NodeIdOrNull }, strict),
    Type.Object({ do: Type.Literal('remove'), ids: Ids }, strict),
    Type.Object(
      {
        do: Type.Literal('restore'),
        places: Type.Array(Type.Object({ id: NodeId, before: NodeIdOrNull }, strict), { maxItems: 20_000 }),
      },
      strict,
    ),
    Type.Object(
      { do: Type.Literal('add-section'), id: NodeId, section: SectionBody, before: SectionKeyOrNull },
      strict,
    ),
    Type.Object(
      {
        do: Type.Literal('set-section'),
        id: NodeId,
        key: SectionKey,
        set: Type.Object(
          { title: Type.Optional(TextChanges(200)), value: Type.Optional(TextChanges(MAX_TEXT)) },
          strict,
        ),
      },
      strict,
    ),
    Type.Object({ do: Type.Literal('move-section'), id: NodeId, key: SectionKey, before: SectionKeyOrNull }, strict),
    Type.Object({ do: Type.Literal('remove-section'), id: NodeId, key: SectionKey }, strict),
    Type.Object(
      { do: Type.Literal('set-settings'), settings: Type.Array(SettingChangeBody, { maxItems: 6_000 }) },
      strict,
    ),
  ]),
)

/** One text of a node (`TextRef`): its title or, with the key of a section, that section's title or value. */
const textRef = {
  id: NodeId,
  key: SectionKeyOrNull,
  part: Type.Union([Type.Literal('title'), Type.Literal('value')]),
  language: Language,
}

export const EditsBody = Type.Object(
  {
    /** The revision that the author's page shows; the reply has everything that was saved after it. */
    base: Count,
    /** Either all are applied or none. The limit is high, because the import of a file can change a whole scheme. */
    edits: Type.Array(EditBody, { minItems: 1, maxItems: 50_000 }),
    /**
     * The batch takes back the step that began with this revision, or makes it again (`forward`); left out, it is a
     * step of its own.
     */
    step: Type.Optional(Type.Object({ revision: Int4, forward: Type.Boolean() }, strict)),
    /**
     * The texts that the edits replace, with the fingerprint of what the author saw, null for no text. One that another
     * author has changed since is not written, and the reply names it among its clashes; one that is not named here is
     * written in any case.
     */
    replaced: Type.Optional(
      Type.Array(Type.Object({ ...textRef, was: nullable(Fingerprint) }, strict), { maxItems: 200_000 }),
    ),
  },
  strict,
)

/** Edits whose effects on members are computed before they are saved. */
export const ImpactBody = Type.Pick(EditsBody, ['edits'])

/** Asks for the edit batches that were saved after the revision `since`. */
export const EditsQuery = Type.Object({ since: Revision }, strict)

/** One saved edit batch. */
export const SavedEdits = Type.Object({
  /** The revision of the scheme after this batch. */
  revision: Type.Integer(),
  /** The author's id. */
  by: Type.String(),
  /** The author's name. */
  byName: Type.String(),
  edits: Type.Array(EditBody),
  /** The revision of the first batch of its step; null for a batch from before steps were stored. */
  step: nullable(Type.Integer()),
  /** False: it takes its step back. */
  forward: Type.Boolean(),
})
export type SavedEdits = Static<typeof SavedEdits>

/** A text that was not written, because another author has changed it since the author saw it. */
const TextClash = Type.Object({
  ...textRef,
  /** The text as it is, and as this author wrote it; null for none. */
  theirs: nullable(Type.String()),
  mine: nullable(Type.String()),
  /** The name of the author who changed it last, and when, in unix seconds. */
  by_name: Type.String(),
  at_ts: Type.Integer(),
})
export type TextClash = Static<typeof TextClash>

export const EditsReply = Type.Object({
  revision: Type.Integer(),
  /**
   * All batches that were saved after `base`, the caller's own last; null when there are too many: the tree must be
   * loaded again.
   */
  batches: Type.Union([Type.Array(SavedEdits), Type.Null()]),
  /** Left out where there are none. Where nothing but clashing texts was sent, nothing is saved. */
  clashes: Type.Optional(Type.Array(TextClash)),
})
export type EditsReply = Static<typeof EditsReply>

/**
 * A node without the fields that have their default value (`omitDefaults`). `origin` says where a linked node comes
 * from (`Origin`).
 */
const RawNode = Type.Unsafe<SparseNode>(
  Type.Object({
    id: NodeId,
    parentId: NodeIdOrNull,
    title: Title,
    ...Type.Partial(Type.Object(fields)).properties,
    t: Kind,
    content: Type.Optional(Type.Array(SectionBody, { maxItems: MAX_SECTIONS })),
    externalId: Type.Optional(ExternalId),
    origin: Type.Optional(
      Type.Object({
        scheme: Type.String(),
        id: Type.String(),
        root: Type.String(),
        languages: Type.Array(Type.String()),
      }),
    ),
  }),
)

/** `GET /curriculum/{slug}?raw=1`: the whole tree for its authors. */
export const RawCurriculum = Type.Object({
  slug: Type.String(),
  uuid: Type.String(),
  name: Type.Record(Type.String(), Type.String()),
  /** False: the scheme follows another client's, and only its translations can be changed. */
  own: Type.Boolean(),
  /** The live revision, which `EditsBody` names as its `base`. */
  revision: Type.Integer(),
  /** Locales; the first is the source language, which stands in for missing translations. */
  languages: Type.Array(Type.String()),
  grades: Type.Array(GradeScale),
  sections: Type.Array(SchemeSection),
  videos: Type.Array(Video),
  /** Parents before children, siblings in their order. */
  nodes: Type.Array(RawNode),
  /** Deleted nodes, whose ids are never given again. */
  gone: Type.Array(RawNode),
})
export type RawCurriculum = Static<typeof RawCurriculum>

/** What edits would change for members, computed before they are saved [R5.11]. */
export const Impact = Type.Object({
  /** How many members would gain or lose at least one level. */
  members: Type.Integer(),
  /** By club: how many members would gain at least one level, and how many would lose one. */
  clubs: Type.Array(Type.Object({ name: Type.String(), gained: Type.Integer(), lost: Type.Integer() })),
  levels: Type.Array(
    Type.Object({
      id: Type.String(),
      /** How many members would pass this level, and how many would no longer. */
      gained: Type.Integer(),
      lost: Type.Integer(),
    }),
  ),
})
export type Impact = Static<typeof Impact>
