import type { UserType } from '#contract/fields.ts'
import { LINK_MS, makeLink } from '#server/auth/links.ts'
import { portalOf, type Tokens } from '#server/http/session.ts'
import type { Addresses } from '#server/http/addresses.ts'
import type { Tx } from '#server/tenancy.ts'
import { wordsOf } from '#server/http/schemas.ts'
import { compose } from './compose.ts'
import { lookOf } from './look.ts'
import type { DueMail, MailKind } from './queue.ts'
import type { ReadyMail } from './send.ts'
import { mailWords } from './words.ts'

export interface WriteParts {
  tokens: Tokens
  addresses: Addresses
  /** Address that mail comes from; null: `no-reply` at the portal's host. */
  from: string | null
  now: () => number
}

/** A mail that is not sent after all, and why. */
export interface Dropped {
  dropped: string
}

interface Recipient {
  type: UserType
  email: string | null
  username: string | null
  firstname: string
  lastname: string
  status: string
  verified: boolean
  unsubscribe_operational: boolean
  client: string
  login: string
  theme_name: string
  locale: string
  children: string[]
}

/** Mail that stops when its user wants none; the rest is about the account's safety. */
const operational: readonly MailKind[] = ['linked']
const UNSUBSCRIBE_SECONDS = 400 * 86_400
/** Where the button of mails without a token leads. */
const paths: Partial<Record<MailKind, string>> = { linked: '/overview' }

/** Writes a due mail to what holds now: consent, address, language and links are of the moment of sending. */
export async function writeMail(
  parts: WriteParts,
  tx: Tx,
  clientId: string,
  mail: DueMail,
): Promise<ReadyMail | Dropped> {
  const to = await readRecipient(tx, mail)
  if (!to?.email) return { dropped: 'the user has no address' }
  if (to.status !== 'current') return { dropped: 'the user is no longer active' }
  const optional = operational.includes(mail.kind)
  if (optional && to.unsubscribe_operational) return { dropped: 'the user wants no such mail' }
  if (mail.kind === 'invite' && to.verified) return { dropped: 'the account is activated already' }
  if (mail.kind === 'linked' && to.children.length === 0) return { dropped: 'the children are no longer linked' }
  const portal = portalOf(to.type)
  const base = portal === null ? null : await parts.addresses.portal(clientId, portal)
  if (portal === null || base === null) return { dropped: 'the user has no portal' }

  let link = `${base}${paths[mail.kind] ?? '/reset-password'}`
  if (mail.kind === 'invite' || mail.kind === 'reset') {
    const expires = new Date(mail.created_at.getTime() + LINK_MS[mail.kind])
    if (expires.getTime() <= parts.now()) return { dropped: 'its link would have expired' }
    const token = await makeLink(tx, clientId, { userId: mail.user_id, kind: mail.kind, expires })
    // behind the hash: no server, log or referrer ever sees it
    link = `${base}/${mail.kind === 'invite' ? 'set' : 'reset'}-password#token=${token}`
  }
  let stop: string | null = null
  if (optional) {
    stop = await parts.tokens.sign(
      { clientId, portal },
      'unsubscribe',
      mail.user_id,
      crypto.randomUUID(),
      UNSUBSCRIBE_SECONDS,
    )
  }
  const { rows } = await tx.query<{ texts: unknown }>('SELECT texts FROM client_translations WHERE locale = $1', [
    wordsOf(to.locale),
  ])
  const written = compose(
    {
      kind: mail.kind,
      locale: to.locale,
      look: lookOf(to.theme_name),
      client: to.client,
      firstname: to.firstname,
      username: to.login === 'username' ? to.username : null,
      children: new Intl.ListFormat(to.locale, { type: 'conjunction' }).format(to.children),
      link,
      stopLink: stop === null ? null : `${base}/unsubscribe#token=${stop}`,
    },
    mailWords(to.locale, rows[0]?.texts),
  )
  const { hostname } = new URL(base)
  return {
    ...written,
    messageId: `<${mail.id}@${hostname}>`,
    from: { name: to.client, address: parts.from ?? `no-reply@${hostname}` },
    to: { name: `${to.firstname} ${to.lastname}`, address: to.email },
    oneClick: stop === null ? null : `${base}/v1/unsubscribe?token=${stop}`,
  }
}

async function readRecipient(tx: Tx, mail: DueMail): Promise<Recipient | null> {
  const { rows } = await tx.query<Recipient>(
    `SELECT u.type, u.email, u.username, u.firstname, u.lastname, u.status, u.verified, u.unsubscribe_operational,
       c.name AS client, c.login, c.theme_name,
       (SELECT l.language FROM client_languages l WHERE l.active ORDER BY l.language_id = u.language_id DESC NULLS LAST, l.language_id LIMIT 1) AS locale,
       coalesce((SELECT array_agg(m.firstname ORDER BY m.dob) FROM member_links ml JOIN members m ON m.client_id = ml.client_id AND m.id = ml.member_id
         WHERE ml.user_id = u.id AND m.id = ANY($2::uuid[])), '{}') AS children
     FROM users u JOIN clients c USING (client_id) WHERE u.id = $1`,
    [mail.user_id, mail.data.members ?? []],
  )
  return rows[0] ?? null
}
