import { Type } from 'typebox'
import { AuthorNodeBody } from '#contract/curriculum/authoring.ts'
import { nullable } from '#contract/platform/fields.ts'

/** A text by two-letter language. */
export const StoredWords = Type.Record(Type.String(), Type.String())

/** Labels of a grade scale, by language. */
export const StoredLabels = Type.Record(Type.String(), Type.Array(Type.String()))

/** The named texts of a node (`Section`). */
export const StoredSections = Type.Array(
  Type.Object({
    key: Type.String(),
    type: Type.String(),
    of: nullable(Type.Integer()),
    title: StoredWords,
    value: StoredWords,
  }),
)

/** Which translations of a node are older than their source text (`Pins`). */
export const StoredPins = Type.Record(Type.String(), StoredWords)

/** A published scheme's or file's nodes. */
export const StoredNodes = Type.Array(AuthorNodeBody)
