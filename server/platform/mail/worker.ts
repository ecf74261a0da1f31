import { listClients } from '#server/platform/list-clients.ts'
import { oneOf } from '#server/platform/sql/one-of.ts'
import { lastRound, mailsEnded } from '#server/platform/metrics/metrics.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import {
  endMail,
  recordMailError,
  renewMail,
  claimDueMail,
  MAIL_KINDS,
  type ClaimedMail,
  type DueMail,
} from './queue.ts'
import { messageOf, Undeliverable, type ReadyMail, type Send } from './send.ts'

/** The pause before the worker looks for due mails of all clients again. */
const POLL_MS = 15_000
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
  onError: (error: unknown) => void
}

/**
 * Sends due mails. Requests of this process wake it after their commit. A regular look at all clients finds the mails
 * of other processes and further tries. Any number of workers may run; a lease gives each mail to one of them.
 */
export class MailWorker {
  readonly #options: MailOptions
  /** The last wake-up of each client that has not ended yet; the wake-ups of a client run one after the other. */
  readonly #wakeUps = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #polling: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: MailOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#options.send === null) return
    const poll = () => {
      this.#polling = this.#sendAllDue()
        .catch((error: unknown) => this.#options.onError(error))
        .finally(() => {
          if (!this.#closed) this.#timer = setTimeout(poll, POLL_MS).unref()
        })
    }
    poll()
  }

  /** Sends the due mails of a client soon; to be called after mail was queued. */
  wake(clientId: string): void {
    if (this.#options.send === null || this.#closed) return
    const previous = this.#wakeUps.get(clientId) ?? Promise.resolve()
    const wakeUp = previous
      .then(() => this.sendDue(clientId))
      // A mail that failed is due again later.
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => {
        if (this.#wakeUps.get(clientId) === wakeUp) this.#wakeUps.delete(clientId)
      })
    this.#wakeUps.set(clientId, wakeUp)
  }

  /** Waits for the mail that is being sent. The others stay queued for the next start or another worker. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#polling
    await Promise.all(this.#wakeUps.values())
  }

  /** Sends the due mails of all clients. */
  async #sendAllDue(): Promise<void> {
    for (const clientId of await listClients(this.#options.db)) if (!this.#closed) await this.sendDue(clientId)
    lastRound.set({ work: 'mails' }, this.#options.now() / 1_000)
  }

  /** Tries every due mail of a client once. */
  async sendDue(clientId: string): Promise<void> {
    const { db, now } = this.#options
    while (!this.#closed) {
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
    const { db, send, now, write: writeMail } = this.#options
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
