import { Type, type Static } from 'typebox'
import { FlagNumber, strict } from '#contract/platform/fields.ts'

export const LanguageIdParam = Type.Object({ languageId: Type.String({ pattern: '^\\d{1,6}$' }) })

/** A language that the client has; `own`: how many texts it says in its own words. */
export const ClientLanguage = Type.Object({
  language_id: Type.Integer(),
  language: Type.String(),
  active: FlagNumber,
  own: Type.Integer(),
})
export type ClientLanguage = Static<typeof ClientLanguage>

/** [7.15] */
export const LanguagePatch = Type.Object({ active: FlagNumber }, strict)

/** A text, one line or several. */
const Text = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]*\\S[^\\u0000-\\u0008\\u000b-\\u001f]*$',
})
const Key = '^[A-Za-z][\\w-]{0,80}(\\.[\\w-]{1,80}){0,6}$'

/** The client's own words of a language, by key; `server`: what stands in mails and on paper, in English and built. */
export const ClientWords = Type.Object({
  language_id: Type.Integer(),
  language: Type.String(),
  own: Type.Record(Type.String(), Type.String()),
  /** What the client's wording says instead of the built texts [1.6]. */
  wording: Type.Record(Type.String(), Type.String()),
  server: Type.Array(
    Type.Object({ key: Type.String(), english: Type.String(), built: Type.Union([Type.String(), Type.Null()]) }),
  ),
})
export type ClientWords = Static<typeof ClientWords>

/** Texts to change; null = the built one again. */
export const WordsPatch = Type.Object(
  {
    texts: Type.Record(Type.String({ pattern: Key }), Type.Union([Text, Type.Null()]), {
      ...strict,
      minProperties: 1,
      maxProperties: 200,
    }),
  },
  strict,
)
export type WordsPatch = Static<typeof WordsPatch>

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^(?=.*\\S)[^\\p{Cc}]*$' })
/** Every mail says these in one line, on whichever page they are written. */
export const MailLines = { subject: line(200), button: line(60) }

const part = Type.Union([Text, Type.Null()])
/** The client's own words of the mail that tells of an award; null = ours. */
export const AwardWords = Type.Object(
  {
    subject: Type.Union([MailLines.subject, Type.Null()]),
    heading: part,
    text: part,
    button: Type.Union([MailLines.button, Type.Null()]),
    note: part,
  },
  strict,
)
export type AwardWords = Static<typeof AwardWords>

const said = Type.Object({
  subject: Type.String(),
  heading: Type.String(),
  text: Type.String(),
  button: Type.String(),
  note: Type.String(),
})
const textOrNull = Type.Union([Type.String(), Type.Null()])
export const AwardMail = Type.Object({
  /** What is filled in, with an example of each. */
  placeholders: Type.Record(Type.String(), Type.String()),
  languages: Type.Array(
    Type.Object({
      language_id: Type.Integer(),
      language: Type.String(),
      built: said,
      /** As it is kept, which may be longer than what is taken now: it is shown so that it can be changed. */
      own: Type.Object({
        subject: textOrNull,
        heading: textOrNull,
        text: textOrNull,
        button: textOrNull,
        note: textOrNull,
      }),
      revision: Type.String(),
    }),
  ),
})
export type AwardMail = Static<typeof AwardMail>

export const AwardDraft = Type.Object(
  { language_id: Type.Integer({ minimum: 0, maximum: 999_999 }), words: AwardWords },
  strict,
)

/** The mail as it will be read, and in which colours. */
export const AwardPreview = Type.Object({
  client: Type.String(),
  subject: Type.String(),
  heading: Type.String(),
  hello: Type.String(),
  text: Type.Array(Type.String()),
  button: Type.String(),
  note: Type.String(),
  why: Type.String(),
  stop: Type.String(),
  look: Type.Object({
    brand: Type.String(),
    onBrand: Type.String(),
    accent: Type.String(),
    action: Type.String(),
    onAction: Type.String(),
  }),
})
export type AwardPreview = Static<typeof AwardPreview>
