import { ClientSettings } from '#contract/tenants/client-settings.ts'
import type { AwardMail, AwardPreview, AwardWords } from '#contract/tenants/client-words.ts'
import type { Wording } from '#domain/tenants/wordings.ts'
import { wrongPlaceholder } from '#domain/tenants/placeholders.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { wordsOfLetter } from '#server/platform/mail/compose.ts'
import { lookOf } from '#server/platform/mail/look.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { productWords, flattenWords, serverWords } from '#server/platform/words.ts'
import { findLanguage } from './languages.ts'
import { changeOwnWords, LOCK_OWN_WORDS, readOwnWords, readWording, readWords } from './own-words.ts'
import { wordingTexts } from './wording.ts'

/** Example values for the placeholders of an award mail. */
export const AWARD_EXAMPLE = { child: 'Siân', level: 'Stage 4', scheme: 'Swim' }

/** The parts of the mail whose texts a client may change. */
const PARTS = ['subject', 'heading', 'text', 'button', 'note'] as const
const keyOf = (part: string) => `mail.award.${part}`

const ACTIVE_LANGUAGES = tenantStatement(
  'tenants/list-active-languages',
  `SELECT language_id, language, client.name AS client
   FROM client_languages JOIN clients client ON client.client_id = client_languages.client_id
   WHERE client_languages.client_id = $1 AND active ORDER BY language_id`,
)

/**
 * The product's texts (`built`, in the client's chosen wording) and the client's own texts (`own`) of the award mail,
 * in each active language.
 */
export async function readAwardMail(tx: Tx): Promise<AwardMail> {
  const rows = await queryRows(tx, ACTIVE_LANGUAGES)
  const languages = await Promise.all(
    rows.map(async ({ language_id, language }) => {
      const own = ownParts(await readOwnWords(tx, languageOf(language)))
      const built = builtParts(languageOf(language), await readWording(tx))
      return { language_id, language, built, own, revision: revisionOf(own) }
    }),
  )
  return { placeholders: { ...AWARD_EXAMPLE, client: rows[0]?.client ?? '' }, languages }
}

function ownParts(own: Readonly<Record<string, string>>): AwardWords {
  const [subject, heading, text, button, note] = PARTS.map((part) => own[keyOf(part)] ?? null)
  return {
    subject: subject ?? null,
    heading: heading ?? null,
    text: text ?? null,
    button: button ?? null,
    note: note ?? null,
  }
}

function builtParts(language: string, wording: Wording): AwardMail['languages'][number]['built'] {
  const words = new Map([
    ...flattenWords(productWords('en')),
    ...flattenWords(productWords(language)),
    ...Object.entries(wordingTexts(wording, language)),
  ])
  const textOf = (part: string) => words.get(keyOf(part)) ?? ''
  return {
    subject: textOf('subject'),
    heading: textOf('heading'),
    text: textOf('text'),
    button: textOf('button'),
    note: textOf('note'),
  }
}

/** Refuses texts with a placeholder that an award mail does not fill. */
export function checkAwardWords(words: AwardWords): void {
  for (const part of PARTS) {
    const unknown = wrongPlaceholder(words[part] ?? '', [...Object.keys(AWARD_EXAMPLE), 'client'])
    if (unknown !== null)
      throw new Refusal('INVALID_REQUEST', { field: `words/${part}`, detail: `nothing fills ${unknown}` })
  }
}

export async function changeAwardMail(
  tx: Tx,
  context: ClientContext,
  languageId: number,
  words: AwardWords,
  ifMatch: string,
): Promise<void> {
  checkAwardWords(words)
  const language = languageOf((await findLanguage(tx, languageId)).language)
  // Locks the texts, so that nobody changes them between the check of the revision and the write.
  await execute(tx, LOCK_OWN_WORDS, [language])
  matchRevision(ifMatch, revisionOf(ownParts(await readOwnWords(tx, language))))
  await changeOwnWords(tx, context, language, textsOf(words))
}

/** The parts by translation key, in the form in which a client's own words are stored. */
function textsOf(words: AwardWords): Record<string, string | null> {
  return Object.fromEntries(PARTS.map((part) => [keyOf(part), words[part]]))
}

const LETTERHEAD = tenantStatement(
  'tenants/read-letterhead-of-mail',
  `SELECT client.name AS client, client.theme_name AS theme, client.own_theme AS own, users.firstname
   FROM clients client JOIN users ON users.client_id = client.client_id
   WHERE client.client_id = $1 AND users.id = $2`,
  { json: { own: ClientSettings.properties.theme } },
)

/** The award mail in the given words, with example values instead of a real award. */
export async function previewAward(
  tx: Tx,
  userId: string,
  languageId: number,
  words: AwardWords,
): Promise<AwardPreview> {
  const { language } = await findLanguage(tx, languageId, 'language_id')
  const row = await findRow(tx, LETTERHEAD, [userId])
  const { client = '', theme = '', own: colours = null, firstname = '' } = row ?? {}
  const clientTexts = { ...(await readWords(tx, languageOf(language))), ...textsOf(words) }
  const letter = { kind: 'award' as const, client, firstname, username: null, values: AWARD_EXAMPLE }
  // The contract has only these colours of the look.
  const { brand, onBrand, accent, action, onAction } = lookOf(theme, colours)
  const look = { brand, onBrand, accent, action, onAction }
  // `byHand` stands beside an address that can be copied by hand; the preview has none.
  const { byHand: _byHand, ...texts } = wordsOfLetter(letter, serverWords(language, clientTexts))
  return { client, ...texts, look }
}
