import 'fake-indexeddb/auto'
import type { MarkPayload, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { ApiError } from '#web/api/api-error.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { enqueueMark } from '#web/offline/outbox.ts'
import { syncOnce, type SyncApi } from '#web/offline/sync-loop.ts'
import type { ProofClub } from './proof-club.ts'

const TIME_ZONE = 'Europe/London'

/** A coach's tablet: the product's own outbox and sync loop over an IndexedDB in memory. */
export class Tablet {
  readonly made: string[] = []
  readonly #club: ProofClub
  readonly #api: SyncApi
  readonly #db = new CoachDatabase(`prove-${crypto.randomUUID()}`)
  /** Operations of a push that is under way. */
  inFlight = 0
  /** Operations answered finally. */
  answered = 0
  /** Of these, answered from memory: the server had them from a push whose answer was lost. */
  remembered = 0
  /** Calls that ended without an answer, or with the server's own failure. */
  failures = 0

  constructor(club: ProofClub, api: SyncApi) {
    this.#club = club
    this.#api = { push: (body) => this.#push(api, body), changes: (query) => api.changes(query) }
  }

  async mark(memberUuid: string, nodeId: string, grade: number): Promise<void> {
    const now = Date.now()
    const payload: MarkPayload = {
      memberUuid,
      groupId: this.#club.group,
      groupNgoId: null,
      schemeSlug: 'swim',
      schemeNodeId: nodeId,
      assessmentGrade: grade,
      assessmentPassGrade: 3,
      assessmentDate: localDate(now, TIME_ZONE),
      timestamp: Math.floor(now / 1000),
    }
    const op = await enqueueMark(this.#db, { userUuid: this.#club.coach, club: this.#club.id }, payload, now)
    this.made.push(op.opId)
  }

  /** One round of the sync loop; false when the network or the server failed, as a poolside tablet expects. */
  async sync(): Promise<boolean> {
    try {
      await syncOnce(this.#db, this.#api, { user: this.#club.coach, club: this.#club.id }, Date.now)
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error
      this.failures++
      return false
    }
  }

  async #push(api: SyncApi, body: PushBody): Promise<PushReply> {
    this.inFlight = body.operations.length
    try {
      const reply = await api.push(body)
      for (const { outcome, value } of reply.outcomes) {
        if (outcome !== 'applied' && outcome !== 'superseded') continue
        this.answered++
        // only a repeated operation is answered without its lane's value
        if (value === undefined) this.remembered++
      }
      return reply
    } finally {
      this.inFlight = 0
    }
  }

  /** Ids of the operations in one state. */
  async inState(state: 'pending' | 'dead' | 'acknowledged'): Promise<{ opId: string; code: string | null }[]> {
    return (await this.#db.syncs.where('state').equals(state).toArray()).map(({ opId, code }) => ({ opId, code }))
  }

  /** What its cache shows, grade by `member + node`. */
  async shown(): Promise<Map<string, number>> {
    return new Map((await this.#db.results.toArray()).map((r) => [r.memberUuid + r.nodeId, r.grade]))
  }

  async close(): Promise<void> {
    await this.#db.delete()
  }
}
