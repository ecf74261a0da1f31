import { fork, type ChildProcess } from 'node:child_process'

export interface JobLimits {
  /** Processor time of the job. Unlike elapsed time it does not depend on how busy the machine is. */
  cpuMs: number
  /** Memory of the process, in bytes. */
  bytes: number
}

/** The message to a child process: a job and its limits. */
export interface JobOrder extends JobLimits {
  job: unknown
}

/** The message of a child process: the result or failure of its job. */
export type JobReply = { result: unknown } | { error: string }

/** A job exceeded its limits, or its input made the process crash. It would do so again, so it must not be retried. */
export class TooMuchWork extends Error {}

/** A job whose result somebody waits for, queued or running. */
interface PendingJob {
  owner: string
  order: JobOrder
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** A job may take this many times its processor time, because the machine may be busy. */
const ELAPSED_PER_CPU = 30
/** A child process that is idle for this long is ended. */
const IDLE_MS = 60_000

/**
 * Runs jobs on untrusted input in child processes, which are killed when a job exceeds its limits. An owner has at most
 * one running job and owners take turns, so that nobody waits for all jobs of another owner.
 */
export class SandboxPool<Job, Result> {
  readonly #module: URL
  readonly #maxChildren: number
  /** The queued jobs of each owner; the owner whose turn is next comes first. */
  readonly #queues = new Map<string, PendingJob[]>()
  readonly #busy = new Map<ChildProcess, PendingJob>()
  /** The idle children, each with the timer that ends it. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()

  /** `module` must call `serveJobs`. At most `maxChildren` child processes run. */
  constructor(module: URL, maxChildren: number) {
    this.#module = module
    this.#maxChildren = maxChildren
  }

  run(owner: string, job: Job, limits: JobLimits): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      const pending = { owner, order: { job, ...limits }, resolve, reject }
      const queue = this.#queues.get(owner)
      if (queue) queue.push(pending)
      else this.#queues.set(owner, [pending])
      this.#startNext()
    }) as Promise<Result>
  }

  /** Starts as many queued jobs as there are free children. */
  #startNext(): void {
    if (this.#busy.size >= this.#maxChildren) return
    const working = new Set([...this.#busy.values()].map(({ owner }) => owner))
    const nextQueue = [...this.#queues].find(([owner]) => !working.has(owner))
    if (!nextQueue) return
    const [owner, queue] = nextQueue
    const first = queue.shift()
    if (queue.length === 0) this.#queues.delete(owner)
    if (first) this.#assign(first)
    this.#startNext()
  }

  /** Gives a job to an idle child, or to a new one. */
  #assign(pending: PendingJob): void {
    const [idle] = this.#idle.keys()
    if (idle === undefined) {
      this.#send(this.#spawn(), pending)
      return
    }
    clearTimeout(this.#idle.get(idle))
    this.#idle.delete(idle)
    idle.ref()
    idle.channel?.ref()
    this.#send(idle, pending)
  }

  #spawn(): ChildProcess {
    // The child gets no environment, because it holds secrets that a job does not need.
    const child = fork(this.#module, { serialization: 'advanced', execArgv: [], env: {} })
    child.on('message', (reply: JobReply) => this.#finish(child, reply))
    child.on('error', (error) => this.#handleExit(child, error))
    // A signal means that the process was killed at a limit or crashed; otherwise it ended by itself, which is a fault.
    child.on('exit', (code, signal) =>
      this.#handleExit(child, signal === null ? new Error(`the process ended with ${code}`) : new TooMuchWork(signal)),
    )
    return child
  }

  /** Gives a job to a child, which may still be starting: the message waits for it, and the time runs. */
  #send(child: ChildProcess, pending: PendingJob): void {
    this.#busy.set(child, pending)
    const { cpuMs } = pending.order
    const timer = setTimeout(() => child.kill('SIGKILL'), cpuMs * ELAPSED_PER_CPU)
    const { resolve, reject } = pending
    // However the job ends, the timer must not kill the child during a later one.
    pending.resolve = (result) => (clearTimeout(timer), resolve(result))
    pending.reject = (error) => (clearTimeout(timer), reject(error))
    child.send(pending.order)
  }

  #finish(child: ChildProcess, reply: JobReply): void {
    const pending = this.#busy.get(child)
    if ('error' in reply) pending?.reject(new Error(reply.error))
    else pending?.resolve(reply.result)
    this.#keepIdle(child)
    this.#free(child)
  }

  #handleExit(child: ChildProcess, reason: Error): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    this.#busy.get(child)?.reject(reason)
    this.#free(child)
  }

  /** Counts a child as no longer busy, and moves the owner of its job to the end of the queues. */
  #free(child: ChildProcess): void {
    const owner = this.#busy.get(child)?.owner ?? ''
    this.#busy.delete(child)
    const queue = this.#queues.get(owner)
    if (queue) {
      this.#queues.delete(owner)
      this.#queues.set(owner, queue)
    }
    this.#startNext()
  }

  /** Keeps an idle child for further jobs. It does not keep this process from ending, and ends with it. */
  #keepIdle(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const dismiss = () => {
      this.#idle.delete(child)
      child.disconnect()
    }
    this.#idle.set(child, setTimeout(dismiss, IDLE_MS).unref())
  }
}
