import { Type } from 'typebox'
import { AuthorNodeBody } from '#contract/curriculum/authoring.ts'

/** A text by two-letter language. */
export const StoredWords = Type.Record(Type.String(), Type.String())

/** Labels of a grade scale, by language. */
export const StoredLabels = Type.Record(Type.String(), Type.Array(Type.String()))

/** A published scheme's or file's nodes. */
export const StoredNodes = Type.Array(AuthorNodeBody)
