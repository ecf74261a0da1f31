import { Type, type Static } from 'typebox'
import { FlagNumber, strict } from '#contract/platform/fields.ts'

export const LanguageIdParam = Type.Object({ languageId: Type.String({ pattern: '^\\d{1,6}$' }) })

/** A language of the client; `own` is the number of texts that the client has replaced. */
export const ClientLanguage = Type.Object({
  language_id: Type.Integer(),
  language: Type.String(),
  active: FlagNumber,
  own: Type.Integer(),
})
export type ClientLanguage = Static<typeof ClientLanguage>

/** Activates or deactivates a language [7.15]. */
export const LanguagePatch = Type.Object({ active: FlagNumber }, strict)

/** A text of one or more lines, which is not only white space and has no control characters but tabs and line feeds. */
const Text = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]*\\S[^\\u0000-\\u0008\\u000b-\\u001f]*$',
})
/** The key of a text, such as `club.form.numberHint`. */
const KEY_PATTERN = '^[A-Za-z][\\w-]{0,80}(\\.[\\w-]{1,80}){0,6}$'

/**
 * The client's own texts in a language, by key (`own`). `server` are the built-in texts of mails and printed pages,
 * each in English and in that language (`built`, null where it is not translated).
 */
export const ClientWords = Type.Object({
  language_id: Type.Integer(),
  language: Type.String(),
  own: Type.Record(Type.String(), Type.String()),
  /** The texts of the client's wording, which replace the built-in ones [1.6]. */
  wording: Type.Record(Type.String(), Type.String()),
  server: Type.Array(
    Type.Object({ key: Type.String(), english: Type.String(), built: Type.Union([Type.String(), Type.Null()]) }),
  ),
})
export type ClientWords = Static<typeof ClientWords>

/** Texts to change; null restores the built-in text. */
export const WordsPatch = Type.Object(
  {
    texts: Type.Record(Type.String({ pattern: KEY_PATTERN }), Type.Union([Text, Type.Null()]), {
      ...strict,
      minProperties: 1,
      maxProperties: 200,
    }),
  },
  strict,
)
export type WordsPatch = Static<typeof WordsPatch>

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^(?=.*\\S)[^\\p{Cc}]*$' })
/** The one-line texts of mails; every page that edits mails has these limits. */
export const MailLines = { subject: line(200), button: line(60) }

const OwnText = Type.Union([Text, Type.Null()])
/** The client's own texts of the award mail; null = the built-in text. */
export const AwardWords = Type.Object(
  {
    subject: Type.Union([MailLines.subject, Type.Null()]),
    heading: OwnText,
    text: OwnText,
    button: Type.Union([MailLines.button, Type.Null()]),
    note: OwnText,
  },
  strict,
)
export type AwardWords = Static<typeof AwardWords>

const mailTexts = Type.Object({
  subject: Type.String(),
  heading: Type.String(),
  text: Type.String(),
  button: Type.String(),
  note: Type.String(),
})
const textOrNull = Type.Union([Type.String(), Type.Null()])
/** The texts of the award mail in all languages of the client: built-in ones and the client's own. */
export const AwardMail = Type.Object({
  /** The placeholders, with an example for each. */
  placeholders: Type.Record(Type.String(), Type.String()),
  languages: Type.Array(
    Type.Object({
      language_id: Type.Integer(),
      language: Type.String(),
      built: mailTexts,
      /** The stored texts. An old one may be longer than is allowed now; it is returned so that it can be shortened. */
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

export const AwardWordsBody = Type.Object({ words: AwardWords }, strict)

/** Texts to preview or to send to oneself as a trial; they need not be saved. */
export const AwardDraft = Type.Object(
  { language_id: Type.Integer({ minimum: 0, maximum: 999_999 }), words: AwardWords },
  strict,
)

/**
 * The mail as parents will read it, with the client's colours (`look`). `hello` greets the reader, `why` says why the
 * reader gets the mail, and `stop` is the text of the link that ends such mails.
 */
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
