import type { Look } from './look.ts'
import type { MailKind } from './queue.ts'
import type { Translate } from '#server/platform/words.ts'

/** The content id by which the HTML refers to the attached logo. */
export const LOGO_ID = 'logo'

/** The content of a mail before it is put into words. */
interface Letter {
  kind: MailKind
  locale: string
  look: Look
  client: string
  firstname: string
  /** Shown in portals where users log in by username; otherwise null. */
  username: string | null
  /** Values for the placeholders of the texts, such as children's names or a level. */
  values: Record<string, string>
  /** The link of the button. */
  link: string
  /** The unsubscribe link; null for mails about the account's security, which cannot be stopped. */
  stopLink: string | null
}

/** A mail in words, without sender and recipient. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Composes a mail as HTML and as plain text with the same content. */
export function compose(letter: Letter, translate: Translate): ComposedMail {
  const words = wordsOfLetter(letter, translate)
  return { subject: words.subject, text: toPlainText(letter, words), html: toHtml(letter, words) }
}

/** Puts a letter into words. */
export function wordsOfLetter(
  letter: Pick<Letter, 'kind' | 'client' | 'firstname' | 'username' | 'values'>,
  translate: Translate,
): Words {
  const { kind, client } = letter
  const text = (key: string) =>
    translate(`mail.${kind}.${key}`, { ...letter.values, client, username: letter.username ?? '' })
  return {
    subject: text('subject'),
    heading: text('heading'),
    hello: translate('mail.hello', { name: letter.firstname }),
    text: [
      text('text'),
      // what a coach wrote to the family about a passed level
      ...(letter.values['word'] ? [text('word')] : []),
      // what an author of another client wrote, in quotation marks
      ...(letter.values['message'] ? [`“${letter.values['message']}”`] : []),
      ...(letter.username !== null && (kind === 'invite' || kind === 'reset') ? [text('username')] : []),
    ],
    button: text('button'),
    note: text('note'),
    byHand: translate('mail.byHand'),
    why: translate('mail.why', { client }),
    stop: translate('mail.stop'),
  }
}

/** The texts of a mail, part by part. */
interface Words {
  subject: string
  heading: string
  hello: string
  text: string[]
  button: string
  note: string
  /** Says that the link can be copied by hand. */
  byHand: string
  /** Says why the recipient gets the mail. */
  why: string
  /** The text of the unsubscribe link. */
  stop: string
}

function toPlainText(letter: Letter, words: Words): string {
  const stop = letter.stopLink === null ? [] : [`${words.stop}: ${letter.stopLink}`]
  const blocks = [
    letter.client,
    words.heading,
    words.hello,
    ...words.text,
    `${words.button}:\n${letter.link}`,
    words.note,
    ['--', words.why, ...stop].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

/**
 * Uses tables and inline styles, because mail programs differ in everything else. The logo is attached: loading a
 * picture from a server would reveal that the mail was read.
 */
function toHtml(letter: Letter, words: Words): string {
  const { look, locale } = letter
  const font = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;${font};font-size:17px;line-height:1.5;color:#26303a;">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const small = `margin:0 0 8px;${font};font-size:14px;line-height:1.5;color:#55606b`
  const stop =
    letter.stopLink === null
      ? ''
      : `<p style="${small}"><a href="${escapeHtml(letter.stopLink)}" style="color:${look.actionInk}">${escapeHtml(words.stop)}</a></p>`
  // One row with client and logo, one with the content and the button, one with the reason and the unsubscribe link.
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(words.heading)}</title></head>
<body style="margin:0;padding:0;background:#f1f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f1f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="background:${look.brand};padding:20px 28px;border-bottom:6px solid ${look.accent}"><img src="cid:${LOGO_ID}" alt="" height="32" style="height:32px;width:auto;max-width:160px;vertical-align:middle;margin-right:10px"><span style="${font};font-size:19px;font-weight:700;color:${look.onBrand}">${escapeHtml(letter.client)}</span></td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 16px;${font};font-size:26px;line-height:1.2;color:#26303a">${escapeHtml(words.heading)}</h1>
${paragraph(words.hello)}
${words.text.map((text) => paragraph(text)).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="background:${look.action};border-radius:10px"><a href="${escapeHtml(letter.link)}" style="display:inline-block;padding:14px 24px;${font};font-size:17px;font-weight:700;color:${look.onAction};text-decoration:none">${escapeHtml(words.button)}</a></td></tr></table>
${paragraph(words.note)}
<p style="${small}">${escapeHtml(words.byHand)}<br><a href="${escapeHtml(letter.link)}" style="color:${look.actionInk};word-break:break-all">${escapeHtml(letter.link)}</a></p>
</td></tr>
<tr><td style="padding:20px 28px;border-top:1px solid #dde3e8"><p style="${small}">${escapeHtml(words.why)}</p>${stop}</td></tr>
</table></td></tr></table></body></html>
`
}
