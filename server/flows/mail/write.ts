import { joinNames } from '#domain/platform/join-names.ts'
import { LINK_MS, makeLink, passwordUrl } from '#server/identity/auth/links.ts'
import { logoPicture, readLook } from '#server/tenants/clients/look.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { leftJoinAdministrators } from '#server/notices/documents/list.ts'
import { portalOf, type Tokens } from '#server/platform/http/session.ts'
import type { Addresses } from '#server/platform/http/addresses.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { compose } from '#server/platform/mail/compose.ts'
import { lookOf } from '#server/platform/mail/look.ts'
import { readOpenRegister } from '#server/scheduling/sessions/todays-registers.ts'
import { readAwardNews } from '#server/assessment/awards/award-mails.ts'
import { AWARD_EXAMPLE } from '#server/tenants/client-words/award-mail.ts'
import type { DueMail, MailKind } from '#server/platform/mail/queue.ts'
import type { WriteMail } from '#server/platform/mail/worker.ts'
import { withMergedInto } from '#server/members/queries.ts'
import { makeConfirmation } from '#server/identity/users/email-change.ts'
import { serverWords } from '#server/platform/words.ts'
import { readWords } from '#server/tenants/client-words/own-words.ts'

/** What writing mails needs from the server. */
export interface WriteDeps {
  tokens: Tokens
  addresses: Addresses
  files: FileStore
  /** The sender's address; null for `no-reply` at the portal's host. */
  from: string | null
  now: () => number
}

/** The kinds of mail that a user can unsubscribe from. The others concern the security of the account. */
const optionalKinds: readonly MailKind[] = [
  'linked',
  'award',
  'document-reminder',
  'register-reminder',
  'subscription-asked',
  'subscription-approved',
  'subscription-declined',
]
/** The link in a mail works for more than a year. */
const UNSUBSCRIBE_SECONDS = 400 * 86_400
/**
 * The page to which the button of a mail leads. Mails with a token get their link in `writeMail`; all others lead to
 * the page for a new password.
 */
const buttonPaths: Partial<Record<MailKind, string>> = {
  linked: '/overview',
  award: '/overview',
  'award-test': '/award-mail',
  'deletion-asked': '/',
  'document-reminder': '/documents',
  'register-reminder': '/member-groups',
  'subscription-asked': '/sharing?view=subscribers',
  'subscription-approved': '/sharing?view=catalogue',
  'subscription-declined': '/sharing?view=catalogue',
}

/** Writes due mails. Consent, address, language and links are read when a mail is sent, not when it was queued. */
export function mailWriter(deps: WriteDeps): WriteMail {
  return (tx, clientId, mail) => writeMail(deps, tx, clientId, mail)
}

/** Writes one mail, or says why it is not sent. */
async function writeMail(deps: WriteDeps, tx: Tx, clientId: string, mail: DueMail): ReturnType<WriteMail> {
  // the new address of a user who wants to change it
  const newAddress = mail.kind === 'email-confirm' ? await makeConfirmation(tx, mail.user_id, deps.now()) : null
  if (mail.kind === 'email-confirm' && newAddress === null) return { dropped: 'no new address waits' }
  const user = await findRow(tx, RECIPIENT, [mail.user_id])
  const recipient = user && { ...user, email: newAddress?.email ?? mail.data.address ?? user.email }
  if (!recipient?.email) return { dropped: 'the user has no address' }
  if (recipient.status !== 'current') return { dropped: 'the user is no longer active' }
  const isOptional = optionalKinds.includes(mail.kind)
  if (isOptional && recipient.unsubscribe_operational) return { dropped: 'the user wants no such mail' }
  if (mail.kind === 'invite' && recipient.verified) return { dropped: 'the account is activated already' }
  if (mail.kind === 'award' && !recipient.award_mail) return { dropped: 'the user wants no mail of awards' }
  const values = await readValues(tx, mail, recipient.locale)
  if (typeof values === 'string') return { dropped: values }
  const portal = portalOf(recipient.type)
  const portalUrl = portal === null ? null : await deps.addresses.portal(clientId, portal)
  if (portal === null || portalUrl === null) return { dropped: 'the user has no portal' }

  let link = `${portalUrl}${buttonPaths[mail.kind] ?? '/reset-password'}`
  if (mail.kind === 'invite' || mail.kind === 'reset') {
    const expires = new Date(mail.created_at.getTime() + LINK_MS[mail.kind])
    if (expires.getTime() <= deps.now()) return { dropped: 'its link would have expired' }
    const token = await makeLink(tx, { userId: mail.user_id, kind: mail.kind, expires })
    link = passwordUrl(portalUrl, mail.kind, token)
  }
  if (newAddress) link = `${portalUrl}/confirm-email#token=${newAddress.token}`
  let unsubscribeToken: string | null = null
  if (isOptional) {
    unsubscribeToken = await deps.tokens.sign(
      { clientId, portal },
      'unsubscribe',
      mail.user_id,
      crypto.randomUUID(),
      UNSUBSCRIBE_SECONDS,
    )
  }
  // a test mail is in the language whose wording is tested
  const locale = mail.data.award?.language ?? recipient.locale
  const clientWords = { ...(await readWords(tx, languageOf(locale))), ...testWords(mail) }
  const look = await readLook(tx)
  const written = compose(
    {
      kind: mail.kind === 'award-test' ? 'award' : mail.kind,
      locale,
      look: lookOf(look.theme, look.own),
      client: recipient.client,
      firstname: recipient.firstname,
      username: recipient.login === 'username' ? recipient.username : null,
      values,
      link,
      stopLink: unsubscribeToken === null ? null : `${portalUrl}/unsubscribe#token=${unsubscribeToken}`,
    },
    serverWords(locale, clientWords),
  )
  const { hostname } = new URL(portalUrl)
  return {
    ...written,
    logo: (await logoPicture(deps.files, look)).toString('base64'),
    messageId: `<${mail.id}@${hostname}>`,
    from: { name: recipient.client, address: deps.from ?? `no-reply@${hostname}` },
    to: { name: `${recipient.firstname} ${recipient.lastname}`, address: recipient.email },
    oneClick: unsubscribeToken === null ? null : `${portalUrl}/v1/unsubscribe?token=${unsubscribeToken}`,
  }
}

/** The texts of a test mail, which an author tries out before saving them. */
function testWords({ data }: DueMail): Record<string, string | null> {
  return Object.fromEntries(Object.entries(data.award?.words ?? {}).map(([part, text]) => [`mail.award.${part}`, text]))
}

const RECIPIENT = tenantStatement(
  'flows/find-recipient',
  `SELECT recipient.type, recipient.email, recipient.username, recipient.firstname, recipient.lastname,
     recipient.status, recipient.verified, recipient.unsubscribe_operational,
     -- whether the user wants mails about awards
     recipient.award_mail, client.name AS client,
     -- 'username' when the client's users log in by it; every other value means by e-mail address
     client.login,
     -- the user's own language if the client has it active, otherwise the client's first
     coalesce((SELECT language FROM client_languages WHERE client_languages.client_id = recipient.client_id AND active
      ORDER BY client_languages.language_id = recipient.language_id DESC NULLS LAST, client_languages.language_id
      LIMIT 1), 'en') AS locale
   FROM users recipient JOIN clients client ON client.client_id = recipient.client_id
   WHERE recipient.client_id = $1 AND recipient.id = $2`,
)

const CHILDREN = tenantStatement(
  'flows/list-linked-children',
  `SELECT child.firstname FROM member_links link
   JOIN members child ON child.client_id = link.client_id AND child.id = link.member_id
   WHERE link.client_id = $1 AND link.user_id = $2 AND child.id IN ${withMergedInto('$3::uuid[]')} ORDER BY child.dob`,
)

const WHO_LEAVES = tenantStatement(
  'flows/find-user-who-asks-for-deletion',
  `SELECT concat(firstname, ' ', lastname, ' (' || email || ')') AS name FROM users
   WHERE client_id = $1 AND id::text = $2 AND deletion_asked_at IS NOT NULL AND status = 'current'`,
)

const UNREAD_DOCUMENT = tenantStatement(
  'flows/find-unread-document',
  `SELECT document.description AS document FROM documents document
   WHERE document.client_id = $1 AND document.id::text = $3 AND document.deleted_at IS NULL
     -- an administrator of several of its clubs confirms it for each of them
     AND EXISTS (SELECT FROM document_clubs ${leftJoinAdministrators('document_clubs')}
       WHERE document_clubs.client_id = document.client_id AND document_clubs.document_id = document.id
         AND users.id = $2 AND NOT EXISTS (SELECT FROM document_reads confirmed
           WHERE confirmed.client_id = document.client_id AND confirmed.document_id = document.id
             AND confirmed.version = document.version AND confirmed.club_id = document_clubs.club_id
             AND confirmed.user_id = users.id))`,
)

/**
 * The names and texts to be filled into a mail, as they are now; or, as a string, why the mail is not needed any more.
 */
async function readValues(tx: Tx, mail: DueMail, locale: string): Promise<Record<string, string> | string> {
  if (mail.kind === 'linked') {
    const rows = await queryRows(tx, CHILDREN, [mail.user_id, mail.data.members ?? []])
    if (rows.length === 0) return 'the children are no longer linked'
    const firstnames = rows.map((row) => row.firstname)
    return { children: joinNames(firstnames, locale) }
  }
  if (mail.kind === 'award') {
    const news = await readAwardNews(tx, mail.user_id, mail.data, languageOf(locale))
    if (!news) return 'the award does not stand any more'
    const { child, level, scheme, word } = news
    return { child, level, scheme, ...(word && { word: word.text, coach: word.coach }) }
  }
  if (mail.kind === 'award-test') return AWARD_EXAMPLE
  if (mail.kind === 'deletion-asked') {
    const row = await findRow(tx, WHO_LEAVES, [mail.data.user ?? ''])
    return row ?? 'nobody asks for it any more'
  }
  if (mail.kind === 'document-reminder') {
    const row = await findRow(tx, UNREAD_DOCUMENT, [mail.user_id, mail.data.document ?? ''])
    return row ?? 'there is nothing left to read'
  }
  if (mail.kind === 'register-reminder') {
    const { group, date } = mail.data
    const open = group === undefined || date === undefined ? null : await readOpenRegister(tx, group, date)
    return open === null ? 'the register is not open any more' : { group: open.name }
  }
  if (mail.data.subscription) {
    // `other` is the name of the other client
    const { other, scheme, message = '' } = mail.data.subscription
    return { other, scheme, message }
  }
  // the mails about the account have no values
  return {}
}
