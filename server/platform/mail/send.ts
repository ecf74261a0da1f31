import { createTransport } from 'nodemailer'
import { Type, type Static } from 'typebox'
import { LOGO_ID } from './compose.ts'

const Address = Type.Object({ name: Type.String(), address: Type.String() })

/** A complete mail, ready to be sent. */
export const ReadyMail = Type.Object({
  /** The same for every try, so that a mail program recognises a mail that was sent twice. */
  messageId: Type.String(),
  from: Address,
  to: Address,
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  /** A PNG in base64, which the HTML shows by `LOGO_ID`. */
  logo: Type.String(),
  /** The one-click unsubscribe URL (RFC 8058); null for mails that cannot be stopped. */
  oneClick: Type.Union([Type.String(), Type.Null()]),
})
export type ReadyMail = Static<typeof ReadyMail>

/** Thrown when a mail was not sent. */
export class Unsent extends Error {
  /** What happened, for the log: without the mail server's words about a recipient, which repeat the address. */
  readonly reason: string

  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
    this.reason = isAboutRecipient(cause) ? `the mail server answered ${String(cause.responseCode)}` : this.message
  }
}

/** Thrown when the mail server refuses a mail for good. */
export class Undeliverable extends Unsent {}

export type Send = (mail: ReadyMail) => Promise<void>

const openTransport = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Why the mail server at `url` takes no mail from us: it does not answer, or refuses the login. Null when it does. */
export async function smtpFault(url: string): Promise<Error | null> {
  const transport = openTransport(url)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    transport.close()
  }
}

/** Sends through the server at `url`, such as `smtps://user:secret@mail.example`. */
export function smtpSender(url: string): { send: Send; close: () => void } {
  const transport = openTransport(url)
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          messageId: mail.messageId,
          from: mail.from,
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: [
            {
              filename: 'logo.png',
              content: Buffer.from(mail.logo, 'base64'),
              contentType: 'image/png',
              cid: LOGO_ID,
              contentDisposition: 'inline',
            },
          ],
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(mail.oneClick === null
              ? {}
              : { 'List-Unsubscribe': `<${mail.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        })
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(error) : new Unsent(error)
      }
    },
    close: () => transport.close(),
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Whether the mail server answered about the recipient or the message, and not about our login, our address as the
 * sender or the connection.
 */
function isAboutRecipient(error: unknown): error is Error & { responseCode: unknown } {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  if ('command' in error && error.command === 'MAIL FROM') return false
  return error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
}

/** A 5xx about the recipient or the message is final; anything else may be temporary. */
function isFinal(error: unknown): boolean {
  return isAboutRecipient(error) && Number(error.responseCode) >= 500
}
