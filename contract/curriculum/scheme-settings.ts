import { Type, type Static } from 'typebox'
import { SettingNumber, strict, Uuid } from '#contract/platform/fields.ts'
import { ContentType, Visibility } from './schemes.ts'

const Language = Type.String({ pattern: '^[a-z]{2}$' })
const Name = Type.Record(Language, Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }), {
  ...strict,
  minProperties: 1,
})
/** By language: the labels of grade 0, 1, … [4.22] */
const Labels = Type.Record(
  Language,
  Type.Array(Type.String({ minLength: 1, maxLength: 30, pattern: '\\S' }), { minItems: 2, maxItems: 6 }),
  { ...strict, minProperties: 1 },
)

/** All sections in their order; one without an id is new. */
export const SectionsBody = Type.Object(
  {
    sections: Type.Array(
      Type.Object({ id: Type.Optional(SettingNumber), name: Name, type: ContentType, visibility: Visibility }, strict),
      { maxItems: 50 },
    ),
  },
  strict,
)
export type SectionsBody = Static<typeof SectionsBody>

/** All grade scales; skills of a kind without a scale are not assessable. Kind 1 always passes at 1. */
export const GradesBody = Type.Object(
  {
    grades: Type.Array(
      Type.Object(
        {
          /** The kind of the scale, 1–8. */
          grade: Type.Integer({ minimum: 1, maximum: 8 }),
          /** The grade from which a skill of this kind is passed. */
          pass: Type.Integer({ minimum: 1, maximum: 5 }),
          /** Null = the standard labels of the kind. */
          labels: Type.Union([Labels, Type.Null()]),
        },
        strict,
      ),
      { maxItems: 8 },
    ),
  },
  strict,
)
export type GradesBody = Static<typeof GradesBody>

/** A client's own labels for the grades of a scale [3.19]. */
export const LabelSetBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }), labels: Labels },
  strict,
)
export const LabelSet = Type.Object({ id: Uuid, ...LabelSetBody.properties })
export type LabelSet = Static<typeof LabelSet>

/** A label set in the list of all. */
export const ListedLabelSet = Type.Object({
  ...LabelSet.properties,
  /** The scales that have the labels of this set; `grade` is the kind of the scale. */
  used: Type.Array(
    Type.Object({ slug: Type.String(), name: Type.Record(Type.String(), Type.String()), grade: Type.Integer() }),
  ),
  revision: Type.String(),
})
export type ListedLabelSet = Static<typeof ListedLabelSet>

/** The settings of a whole scheme. Each part has a revision of its own, which a change of it must match. */
export const SchemeSettings = Type.Object({
  slug: Type.String(),
  name: Type.Record(Type.String(), Type.String()),
  languages: Type.Array(Type.String()),
  sections: Type.Array(
    // `used` is the number of sections of nodes that were made from this section of the scheme
    Type.Object({ id: Type.Integer(), name: Name, type: ContentType, visibility: Visibility, used: Type.Integer() }),
  ),
  sections_revision: Type.String(),
  grades: Type.Array(
    Type.Object({
      /** The kind of the scale. */
      grade: Type.Integer(),
      pass: Type.Integer(),
      labels: Type.Union([Labels, Type.Null()]),
      /** How many skills use this kind of grade. */
      used: Type.Integer(),
    }),
  ),
  grades_revision: Type.String(),
  /** The standard labels by language, then for each kind from 1 to 8. */
  usual: Type.Record(Type.String(), Type.Array(Type.Array(Type.String()))),
  label_sets: Type.Array(LabelSet),
})
export type SchemeSettings = Static<typeof SchemeSettings>
