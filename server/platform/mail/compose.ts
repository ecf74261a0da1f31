import type { Look } from './look.ts'
import type { MailKind } from './queue.ts'
import type { Translate } from '#server/platform/words.ts'

/** What the logo is called within its mail. */
export const LOGO_ID = 'logo'

/** All that a mail shows. */
interface Letter {
  kind: MailKind
  locale: string
  look: Look
  client: string
  firstname: string
  /** Shown where the portal logs in by it. */
  username: string | null
  /** What the words speak of: children, a level. */
  about: Record<string, string>
  /** Where the button leads. */
  link: string
  /** Where somebody stops such mails; null for mails about the account's safety. */
  stopLink: string | null
}

export interface Written {
  subject: string
  text: string
  html: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (one) => entities[one] ?? one)
}

/** The words of a letter as HTML and as plain text, which say the same. Pure. */
export function compose(letter: Letter, say: Translate): Written {
  const words = wordsOfLetter(letter, say)
  return { subject: words.subject, text: plainText(letter, words), html: html(letter, words) }
}

/** What a letter says, part by part. */
export function wordsOfLetter(
  letter: Pick<Letter, 'kind' | 'client' | 'firstname' | 'username' | 'about'>,
  say: Translate,
): Words {
  const { kind, client } = letter
  const of = (key: string) => say(`mail.${kind}.${key}`, { ...letter.about, client, username: letter.username ?? '' })
  return {
    subject: of('subject'),
    heading: of('heading'),
    hello: say('mail.hello', { name: letter.firstname }),
    text: [
      of('text'),
      ...(letter.about['message'] ? [`“${letter.about['message']}”`] : []),
      ...(letter.username !== null && (kind === 'invite' || kind === 'reset') ? [of('username')] : []),
    ],
    button: of('button'),
    note: of('note'),
    byHand: say('mail.byHand'),
    why: say('mail.why', { client }),
    stop: say('mail.stop'),
  }
}

interface Words {
  subject: string
  heading: string
  hello: string
  text: string[]
  button: string
  note: string
  byHand: string
  why: string
  stop: string
}

function plainText(letter: Letter, words: Words): string {
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

/** Tables and inline styles: what mail programs draw alike. The one picture travels in the mail: another would tell that it was read. */
function html(letter: Letter, words: Words): string {
  const { look, locale } = letter
  const e = escapeHtml
  const font = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  const p = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${font};font-size:17px;line-height:1.5;color:#26303a;${style}">${e(text)}</p>`
  const small = `margin:0 0 8px;${font};font-size:14px;line-height:1.5;color:#55606b`
  const stop =
    letter.stopLink === null
      ? ''
      : `<p style="${small}"><a href="${e(letter.stopLink)}" style="color:${look.actionInk}">${e(words.stop)}</a></p>`
  return `<!doctype html>
<html lang="${e(locale)}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${e(words.heading)}</title></head>
<body style="margin:0;padding:0;background:#f1f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f1f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="background:${look.brand};padding:20px 28px;border-bottom:6px solid ${look.accent}"><img src="cid:${LOGO_ID}" alt="" height="32" style="height:32px;width:auto;max-width:160px;vertical-align:middle;margin-right:10px"><span style="${font};font-size:19px;font-weight:700;color:${look.onBrand}">${e(letter.client)}</span></td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 16px;${font};font-size:26px;line-height:1.2;color:#26303a">${e(words.heading)}</h1>
${p(words.hello)}
${words.text.map((text) => p(text)).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="background:${look.action};border-radius:10px"><a href="${e(letter.link)}" style="display:inline-block;padding:14px 24px;${font};font-size:17px;font-weight:700;color:${look.onAction};text-decoration:none">${e(words.button)}</a></td></tr></table>
${p(words.note)}
<p style="${small}">${e(words.byHand)}<br><a href="${e(letter.link)}" style="color:${look.actionInk};word-break:break-all">${e(letter.link)}</a></p>
</td></tr>
<tr><td style="padding:20px 28px;border-top:1px solid #dde3e8"><p style="${small}">${e(words.why)}</p>${stop}</td></tr>
</table></td></tr></table></body></html>
`
}
