import { Check } from 'typebox/value'
import { MailLines, type WordsPatch } from '#contract/tenants/client-words.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { wrongPlaceholder, placeholdersOf } from '#domain/tenants/placeholders.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Wording } from '#domain/tenants/wordings.ts'
import { wordingTexts } from './wording.ts'
import { builtWords, flatWords } from '#server/platform/words.ts'

/** What the client says in its own words, by key; `language` is the two-letter one. */
export async function readOwnWords(tx: Tx, language: string): Promise<Record<string, string>> {
  const { rows } = await tx.query<{ texts: unknown }>('SELECT texts FROM client_translations WHERE locale = $1', [
    language,
  ])
  return Object.fromEntries(flatWords(rows[0]?.texts))
}

/** What the client says otherwise than the built texts: the wording that it chose, and its own words over that. */
export async function readWords(tx: Tx, language: string): Promise<Record<string, string>> {
  return { ...wordingTexts(await readWording(tx), language), ...(await readOwnWords(tx, language)) }
}

export async function readWording(tx: Tx): Promise<Wording> {
  const { rows } = await tx.query<{ wording: Wording }>('SELECT wording FROM clients')
  return rows[0]?.wording ?? 'default'
}

/** What the server itself writes, in English and, where there is one, in the language. */
export function serverTexts(language: string): { key: string; english: string; built: string | null }[] {
  const own = new Map(flatWords(builtWords(language)))
  const english = flatWords(builtWords('en'))
  return english.map(([key, text]) => ({ key, english: text, built: own.get(key) ?? null }))
}

/** `mail.award` of `mail.award.subject`. */
const groupOf = (key: string) => key.slice(0, key.lastIndexOf('.'))

/** Refuses words of ours with a place that nothing fills, and subjects and buttons of mails that are no short line; those of the portals are the browser's to judge. */
export function checkOwnWords(texts: WordsPatch['texts']): void {
  const english = flatWords(builtWords('en'))
  for (const [key, text] of Object.entries(texts)) {
    if (text === null || english.every(([one]) => one !== key)) continue
    const part = key.slice(key.lastIndexOf('.') + 1)
    if (key.startsWith('mail.') && (part === 'subject' || part === 'button') && !Check(MailLines[part], text))
      throw new Refusal('INVALID_REQUEST', { field: `texts/${key}`, detail: `a ${part} is one short line` })
    // texts of one mail are all told the same things
    const beside = english.filter(([one]) => groupOf(one) === groupOf(key))
    const wrong = wrongPlaceholder(
      text,
      beside.flatMap(([, one]) => placeholdersOf(one)),
    )
    if (wrong !== null)
      throw new Refusal('INVALID_REQUEST', { field: `texts/${key}`, detail: `nothing fills ${wrong}` })
  }
}

/** Changes some of the client's own words; each text by itself, so that two people at different ones lose nothing. */
export async function changeOwnWords(
  tx: Tx,
  { clientId, userId }: ClientContext,
  language: string,
  texts: WordsPatch['texts'],
): Promise<void> {
  await tx.query(
    `INSERT INTO client_translations (client_id, locale, texts) VALUES ($1, $2, '{}') ON CONFLICT DO NOTHING`,
    [clientId, language],
  )
  await tx.query('SELECT FROM client_translations WHERE locale = $1 FOR UPDATE', [language])
  const own = await readOwnWords(tx, language)
  const before = Object.fromEntries(Object.keys(texts).map((key) => [key, own[key] ?? null]))
  const kept = Object.entries({ ...own, ...texts }).filter(([, text]) => text !== null)
  await tx.query('UPDATE client_translations SET texts = $2 WHERE locale = $1', [language, Object.fromEntries(kept)])
  await audit(tx, clientId, {
    userId,
    action: 'set-words',
    entity: 'language',
    entityId: language,
    before,
    after: texts,
  })
}
