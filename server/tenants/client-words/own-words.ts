import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { MailLines, type WordsPatch } from '#contract/tenants/client-words.ts'
import { audit } from '#server/platform/audit.ts'
import { wrongPlaceholder, placeholdersOf } from '#domain/tenants/placeholders.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Wording } from '#domain/tenants/wordings.ts'
import { portalWords } from './portal-words.ts'
import { wordingTexts } from './wording.ts'
import { productWords, flattenWords } from '#server/platform/words.ts'

const OWN_WORDS = tenantStatement(
  'tenants/read-own-words',
  'SELECT texts FROM client_translations WHERE client_id = $1 AND locale = $2',
  { json: { texts: Type.Record(Type.String(), Type.Unknown()) } },
)

/** The client's own texts by translation key; `language` has two letters. */
export async function readOwnWords(tx: Tx, language: string): Promise<Record<string, string>> {
  const row = await findRow(tx, OWN_WORDS, [language])
  return Object.fromEntries(flattenWords(row?.texts))
}

/**
 * All texts in which the client differs from the product's: those of its chosen wording, and its own, which come first.
 */
export async function readWords(tx: Tx, language: string): Promise<Record<string, string>> {
  return { ...wordingTexts(await readWording(tx), language), ...(await readOwnWords(tx, language)) }
}

const WORDING = tenantStatement('tenants/read-wording', 'SELECT wording FROM clients WHERE client_id = $1')

/** Which of the product's wordings the client has chosen. */
export async function readWording(tx: Tx): Promise<Wording> {
  const row = await findRow(tx, WORDING)
  return row?.wording ?? 'default'
}

/**
 * The product's texts that the server itself produces (mails and printed pages), in English and in the language;
 * `built` is null where the product has no translation.
 */
export function serverTexts(language: string): { key: string; english: string; built: string | null }[] {
  const translated = new Map(flattenWords(productWords(language)))
  const english = flattenWords(productWords('en'))
  return english.map(([key, text]) => ({ key, english: text, built: translated.get(key) ?? null }))
}

/** The key without its last part, such as `mail.award` for `mail.award.subject`. */
const groupOf = (key: string) => key.slice(0, key.lastIndexOf('.'))

/**
 * Checks own texts: refuses a key that is a group of texts, all of which the text would replace, or that is below a text.
 * Of those that replace the server's it refuses a placeholder that nothing fills, and a mail's subject or button that is
 * not one short line. The browser checks the texts of the portals.
 */
export function checkOwnWords(texts: WordsPatch['texts']): void {
  const english = flattenWords(productWords('en'))
  const keys = [...flattenWords(portalWords('en')), ...english].map(([key]) => key)
  for (const [key, text] of Object.entries(texts)) {
    if (text === null) continue
    if (keys.some((known) => known.startsWith(`${key}.`) || key.startsWith(`${known}.`)))
      throw new Refusal('INVALID_REQUEST', { field: `texts/${key}`, detail: 'no text has this key' })
    if (english.every(([serverKey]) => serverKey !== key)) continue
    const part = key.slice(key.lastIndexOf('.') + 1)
    if (key.startsWith('mail.') && (part === 'subject' || part === 'button') && !Check(MailLines[part], text))
      throw new Refusal('INVALID_REQUEST', { field: `texts/${key}`, detail: `a ${part} is one short line` })
    // All texts of one mail get the same values, so a text may use the placeholders of its neighbours.
    const textsOfSameMail = english.filter(([serverKey]) => groupOf(serverKey) === groupOf(key))
    const unknown = wrongPlaceholder(
      text,
      textsOfSameMail.flatMap(([, englishText]) => placeholdersOf(englishText)),
    )
    if (unknown !== null)
      throw new Refusal('INVALID_REQUEST', { field: `texts/${key}`, detail: `nothing fills ${unknown}` })
  }
}

const INSERT_EMPTY = tenantStatement(
  'tenants/insert-empty-own-words',
  `INSERT INTO client_translations (client_id, locale, texts) VALUES ($1, $2, '{}') ON CONFLICT DO NOTHING`,
)

export const LOCK_OWN_WORDS = tenantStatement(
  'tenants/lock-own-words',
  'SELECT FROM client_translations WHERE client_id = $1 AND locale = $2 FOR UPDATE',
)

const UPDATE_OWN_WORDS = tenantStatement(
  'tenants/update-own-words',
  'UPDATE client_translations SET texts = $3 WHERE client_id = $1 AND locale = $2',
)

/**
 * Changes or removes (null) some of the client's own texts. All others stay, so that two people can change different
 * texts at once.
 */
export async function changeOwnWords(
  tx: Tx,
  { userId }: { userId: string | null },
  language: string,
  texts: WordsPatch['texts'],
): Promise<void> {
  await execute(tx, INSERT_EMPTY, [language])
  await execute(tx, LOCK_OWN_WORDS, [language])
  const own = await readOwnWords(tx, language)
  const before = Object.fromEntries(Object.keys(texts).map((key) => [key, own[key] ?? null]))
  const remaining = Object.entries({ ...own, ...texts }).filter(([, text]) => text !== null)
  await execute(tx, UPDATE_OWN_WORDS, [language, Object.fromEntries(remaining)])
  await audit(tx, {
    userId,
    action: 'set-words',
    entity: 'language',
    entityId: language,
    before,
    after: texts,
  })
}
