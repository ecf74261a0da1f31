import type { PushBody, PushReply } from '#contract/assessment/sync.ts'
import { isEditKind, isPlanKind } from '#domain/assessment/commands/commands.ts'
import { applyTogether, push, replyTo, type Push, type PushAuthor, type PushDeps } from './push.ts'

/** Transactions of one client at a time. */
const MAX_RUNNING = 2
/** From so many operations on, a second transaction begins at once: while the database works, the server prepares it. */
const WORTH_A_SECOND = 8
/**
 * With fewer, a transaction is the only one for so long, in ms, and pushes gather for the next. One that takes longer
 * waits for a lock, such as an import's, which the second transaction may not need.
 */
const ALONE_MS = 50
/** Most operations in a shared transaction; with more, the first push would wait for long. */
const MAX_OPERATIONS = 200

/** A push that waits for its transaction. */
interface WaitingPush extends Push {
  reply: (reply: PushReply | PromiseLike<PushReply>) => void
  fail: (error: unknown) => void
}

/** The pushes of one client. */
interface Queue {
  running: number
  /** The transaction that began last has run for `ALONE_MS`. */
  isLate: boolean
  waiting: WaitingPush[]
  /** What the pushes of running transactions name (`namesOf`). */
  busy: Set<string>
}

/**
 * Pushes that arrive while transactions of the same client are under way share the next one, which costs little more
 * than that of a single push. Each is answered by itself, and one that fails costs the others nothing. Pushes that name
 * the same lane are applied one after the other, in the order of their arrival.
 */
export function sharedPushes(deps: PushDeps): (author: PushAuthor, body: PushBody) => Promise<PushReply> {
  const queues = new Map<string, Queue>()

  const start = (clientId: string, queue: Queue) => {
    while (queue.running === 0 || (queue.running < MAX_RUNNING && (queue.isLate || isWorthASecond(queue)))) {
      const pushes = takeShared(queue)
      if (pushes.length === 0) break
      queue.running++
      queue.isLate = false
      const late = setTimeout(() => {
        queue.isLate = true
        start(clientId, queue)
      }, ALONE_MS)
      void answer(deps, pushes).then(() => {
        clearTimeout(late)
        queue.running--
        for (const name of pushes.flatMap(namesOf)) queue.busy.delete(name)
        if (queue.running === 0 && queue.waiting.length === 0) queues.delete(clientId)
        start(clientId, queue)
      })
    }
  }

  return (author, body) =>
    new Promise<PushReply>((reply, fail) => {
      const { clientId } = author
      const queue = queues.get(clientId) ?? { running: 0, isLate: false, waiting: [], busy: new Set() }
      queues.set(clientId, queue)
      queue.waiting.push({ author, body, reply, fail })
      // those that arrive in the same turn of the event loop share the transaction
      setImmediate(start, clientId, queue)
    })
}

/** Applies pushes in one transaction and answers each; when that fails, each gets a transaction of its own. */
async function answer(deps: PushDeps, pushes: readonly WaitingPush[]): Promise<void> {
  try {
    const applied = pushes.length > 1 ? await applyTogether(deps, pushes) : null
    for (const { author, body, reply } of pushes) {
      const replying = applied ? replyTo(deps, body, applied) : push(deps, author, body)
      reply(replying)
      await Promise.allSettled([replying])
    }
  } catch (error) {
    for (const { fail } of pushes) fail(error)
  }
}

function isWorthASecond({ waiting }: Queue): boolean {
  return waiting.reduce((sum, { body }) => sum + body.operations.length, 0) >= WORTH_A_SECOND
}

/** Takes the pushes from the front of the queue that may share a transaction, and marks what they name as busy. */
function takeShared({ waiting, busy }: Queue): WaitingPush[] {
  const taken: WaitingPush[] = []
  let operations = 0
  for (let [next] = waiting; next; [next] = waiting) {
    operations += next.body.operations.length
    const names = namesOf(next)
    if (names.some((name) => busy.has(name))) break
    const [first] = taken
    if (first && (operations > MAX_OPERATIONS || !mayShare(first, next))) break
    for (const name of names) busy.add(name)
    taken.push(...waiting.splice(0, 1))
  }
  return taken
}

/** What only one push at a time may name: the lanes and ids of operations. */
function namesOf({ body }: Push): string[] {
  return body.operations.flatMap(({ lane, opId }) => [lane, opId])
}

/** The audit log has one original user a transaction; edits of plans need locks that depend on their author. */
function mayShare(first: Push, next: Push): boolean {
  return first.author.originalUserId === next.author.originalUserId && !editsPlans(first) && !editsPlans(next)
}

function editsPlans({ body }: Push): boolean {
  return body.operations.some(({ kind }) => isEditKind(kind) && isPlanKind(kind))
}
