import 'fake-indexeddb/auto'
import type { PushBody, PushReply } from '#contract/assessment/sync.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { ApiError } from '#web/api/api-error.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { enqueueMark } from '#web/offline/outbox.ts'
import { syncOnce, type SyncApi } from '#web/offline/sync-loop.ts'
import type { ProofClub } from './proof-club.ts'

const TIME_ZONE = 'Europe/London'

/** A coach's tablet: the product's outbox and sync loop with an IndexedDB in memory. */
export class Tablet {
  /** The ids of all operations that this tablet has made. */
  readonly made: string[] = []
  readonly #club: ProofClub
  readonly #api: SyncApi
  readonly #db = new CoachDatabase(`prove-${crypto.randomUUID()}`)
  /** The number of operations in the push that is in progress. */
  inFlight = 0
  /** The number of operations with a final answer. */
  answered = 0
  /** How many of the answered operations the server had already, from a push whose answer was lost. */
  remembered = 0
  /** The number of calls without an answer, or with a server error. */
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

  /** Syncs once; false when the network or the server failed, which a tablet must expect. */
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
        // only a redelivered operation is answered without its lane's value
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

  /** The grades in the tablet's cache; a key is the member's id followed by the node's id. */
  async shown(): Promise<Map<string, number>> {
    return new Map(
      (await this.#db.results.toArray()).map((result) => [result.memberUuid + result.nodeId, result.grade]),
    )
  }

  async close(): Promise<void> {
    await this.#db.delete()
  }
}
