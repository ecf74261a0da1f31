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

export type JobReply = { ready: true } | { result: unknown } | { error: string }

/** A job exceeded its limits, or its input made the process crash. It would do so again, so it must not be retried. */
export class TooMuchWork extends Error {}

interface Waiting {
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
  readonly #most: number
  readonly #queues = new Map<string, Waiting[]>()
  readonly #busy = new Map<ChildProcess, Waiting>()
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()

  /** `module` must call `serve`. At most `most` child processes run. */
  constructor(module: URL, most: number) {
    this.#module = module
    this.#most = most
  }

  run(owner: string, job: Job, limits: JobLimits): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      const waiting = { owner, order: { job, ...limits }, resolve, reject }
      const queue = this.#queues.get(owner)
      if (queue) queue.push(waiting)
      else this.#queues.set(owner, [waiting])
      this.#next()
    }) as Promise<Result>
  }

  #next(): void {
    if (this.#busy.size >= this.#most) return
    const working = new Set([...this.#busy.values()].map(({ owner }) => owner))
    const turn = [...this.#queues].find(([owner]) => !working.has(owner))
    if (!turn) return
    const [owner, queue] = turn
    const first = queue.shift()
    if (queue.length === 0) this.#queues.delete(owner)
    if (first) this.#start(first)
    this.#next()
  }

  #start(waiting: Waiting): void {
    const [idle] = this.#idle.keys()
    if (idle === undefined) {
      this.#spawn(waiting)
      return
    }
    clearTimeout(this.#idle.get(idle))
    this.#idle.delete(idle)
    idle.ref()
    idle.channel?.ref()
    this.#give(idle, waiting)
  }

  #spawn(waiting: Waiting): void {
    // The child gets no environment, because it holds secrets that a job does not need.
    const child = fork(this.#module, { serialization: 'advanced', execArgv: [], env: {} })
    this.#busy.set(child, waiting)
    child.on('message', (reply: JobReply) => {
      if ('ready' in reply) this.#give(child, waiting)
      else this.#end(child, reply)
    })
    child.on('error', (error) => this.#lose(child, error))
    child.on('exit', (code, signal) =>
      this.#lose(child, signal === null ? new Error(`the process ended with ${code}`) : new TooMuchWork(signal)),
    )
  }

  #give(child: ChildProcess, waiting: Waiting): void {
    this.#busy.set(child, waiting)
    const { cpuMs } = waiting.order
    const timer = setTimeout(() => child.kill('SIGKILL'), cpuMs * ELAPSED_PER_CPU)
    const { resolve, reject } = waiting
    waiting.resolve = (result) => (clearTimeout(timer), resolve(result))
    waiting.reject = (error) => (clearTimeout(timer), reject(error))
    child.send(waiting.order)
  }

  #end(child: ChildProcess, reply: Exclude<JobReply, { ready: true }>): void {
    const waiting = this.#busy.get(child)
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply.result)
    this.#rest(child)
    this.#free(child)
  }

  #lose(child: ChildProcess, reason: Error): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    this.#busy.get(child)?.reject(reason)
    this.#free(child)
  }

  /** Moves the owner whose job has ended to the end of the queue. */
  #free(child: ChildProcess): void {
    const owner = this.#busy.get(child)?.owner ?? ''
    this.#busy.delete(child)
    const queue = this.#queues.get(owner)
    if (queue) {
      this.#queues.delete(owner)
      this.#queues.set(owner, queue)
    }
    this.#next()
  }

  /** Keeps an idle child for further jobs. It does not keep this process from ending, and ends with it. */
  #rest(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const dismiss = () => {
      this.#idle.delete(child)
      child.disconnect()
    }
    this.#idle.set(child, setTimeout(dismiss, IDLE_MS).unref())
  }
}
