import { QueueRunner } from '#server/platform/jobs/queue.ts'
import { oneOf } from '#server/platform/sql/one-of.ts'
import { mailsEnded } from '#server/platform/metrics/metrics.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import {
  endMail,
  recordMailError,
  renewMail,
  claimDueMail,
  nextDueMail,
  MAIL_KINDS,
  type ClaimedMail,
  type DueMail,
} from './queue.ts'
import { messageOf, Undeliverable, Unsent, type ReadyMail, type Send } from './send.ts'

/** The clients whose mails a process sends at the same time. */
const SLOTS = 4
/** So many mails of a client are sent before the next client's turn. */
const MAILS_A_TURN = 10
/** A third of a lease, so that one renewal may fail. */
const RENEW_MS = 10_000
/** A mail that could not be sent for this long fails, because nobody waits for it any more. */
const GIVE_UP_MS = 3 * 86_400_000

/**
 * Composes a due mail from the data at the moment of sending. `dropped` is the reason when it must not be sent any
 * more.
 */
export type WriteMail = (tx: Tx, clientId: string, mail: DueMail) => Promise<ReadyMail | { dropped: string }>

export interface MailOptions {
  db: Database
  write: WriteMail
  now: () => number
  /**
   * `keep` stores mails to be read in the demo instead of sending them; null leaves them queued until a mail server is
   * configured.
   */
  send: Send | 'keep' | null
  /** How often the lease of a mail is renewed while it is sent, because a mail server may take minutes. */
  renewMs?: number
  /** A mail was not sent, and is tried again or given up. */
  onUnsent: (facts: { client: string; mail: string; kind: string; tries: number; why: string }) => void
  /** Anything else went wrong, such as when a mail was written. */
  onError: (error: unknown) => void
}

/** Sends due mails. Any number of workers may run; a lease gives each mail to one of them. */
export class MailWorker {
  readonly #options: MailOptions
  readonly #runner: QueueRunner
  #closed = false

  constructor(options: MailOptions) {
    this.#options = options
    this.#runner = new QueueRunner({
      ...options,
      queue: 'mails',
      slots: SLOTS,
      run: (clientId) => this.sendDue(clientId, MAILS_A_TURN),
      nextDue: nextDueMail,
    })
  }

  /** Sends due mails now. Without a way to send they stay queued. */
  wake(): void {
    if (this.#options.send !== null) this.#runner.wake()
  }

  /** Waits for the mails that are being sent. The others stay queued for the next start or another worker. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#runner.close()
  }

  /** Tries every due mail of a client once, or as many as `most` says. */
  async sendDue(clientId: string, most = Infinity): Promise<void> {
    const { db, now } = this.#options
    for (let sent = 0; sent < most && !this.#closed; sent++) {
      const mail = await inTenant(db, clientId, 'write', (tx) => claimDueMail(tx, new Date(now())))
      if (mail === null) return
      await this.#sendOne(clientId, mail)
    }
  }

  /** Runs `work` while the lease of its mail is renewed. */
  async #withLease(clientId: string, mail: ClaimedMail, work: () => Promise<void>): Promise<void> {
    const { db, now, onError, renewMs = RENEW_MS } = this.#options
    let renewing: Promise<void> = Promise.resolve()
    const renew = () => inTenant(db, clientId, 'write', (tx) => renewMail(tx, mail, new Date(now()))).catch(onError)
    const timer = setInterval(() => {
      renewing = renewing.then(renew)
    }, renewMs)
    try {
      await work()
    } finally {
      clearInterval(timer)
      await renewing
    }
  }

  async #sendOne(clientId: string, mail: ClaimedMail): Promise<void> {
    const { db, send, now, write: writeMail, onUnsent, onError } = this.#options
    const inTransaction = (work: (tx: Tx) => Promise<void>) => inTenant(db, clientId, 'write', work)
    // only for the compiler: without a way to send, the worker neither starts nor wakes
    if (send === null) return
    const present = () => new Date(now())
    const count = (outcome: 'sent' | 'kept' | 'dropped' | 'failed') => mailsEnded.inc({ kind: mail.kind, outcome })
    try {
      // This commits before the mail is sent, because its link must work when it arrives.
      const due = { ...mail, kind: oneOf(MAIL_KINDS, mail.kind) }
      const ready = await inTenant(db, clientId, 'write', (tx) => writeMail(tx, clientId, due))
      if ('dropped' in ready) {
        await inTransaction((tx) => endMail(tx, mail.id, { state: 'dropped', at: present(), error: ready.dropped }))
        return count('dropped')
      }
      if (send === 'keep') {
        await inTransaction((tx) => endMail(tx, mail.id, { state: 'kept', at: present(), written: ready }))
        return count('kept')
      }
      await this.#withLease(clientId, mail, () => send(ready))
      await inTransaction((tx) => endMail(tx, mail.id, { state: 'sent', at: present() }))
      count('sent')
    } catch (error) {
      count('failed')
      const { id, kind, tries } = mail
      if (error instanceof Unsent) onUnsent({ client: clientId, mail: id, kind, tries, why: error.reason })
      else onError(error)
      const isFinal = error instanceof Undeliverable || now() - mail.created_at.getTime() > GIVE_UP_MS
      const message = messageOf(error)
      await inTransaction((tx) =>
        isFinal
          ? endMail(tx, mail.id, { state: 'failed', at: present(), error: message })
          : recordMailError(tx, mail.id, message),
      )
    }
  }
}
