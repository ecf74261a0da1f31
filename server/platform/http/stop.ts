import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The longest time from the signal to the end of the process, in ms. What is still under way then is cut. */
const LIMIT_MS = 25_000

/**
 * The stop of a server. First it is only no longer ready, so that a balancer sends requests to other servers; then it
 * accepts no connections, and ends when the requests under way are answered.
 */
export class Stop {
  readonly #limitMs: number
  /** One promise for each request under way. */
  readonly #underWay = new Set<Promise<void>>()
  #deadline: Promise<unknown> | null = null

  constructor(limitMs = LIMIT_MS) {
    this.#limitMs = limitMs
  }

  /** True from the first moment of the stop on: the server answers, but is not ready for more. */
  get begun(): boolean {
    return this.#deadline !== null
  }

  begin(): void {
    this.#deadline ??= pause(this.#limitMs, null, { ref: false })
  }

  /** Waits until the work has ended, but not beyond the limit. */
  async within(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.#deadline])
  }

  /**
   * Counts the requests of an application, and makes its `close` wait for them. `endStreams` ends the replies that
   * would not end by themselves.
   */
  watch(app: FastifyInstance, endStreams: () => void): void {
    app.addHook('onRequest', (_request, reply, done) => {
      // A connection that ends with its reply cannot be closed while the next request is on its way.
      if (this.begun) reply.raw.setHeader('connection', 'close')
      const ended = new Promise<void>((resolve) => reply.raw.once('finish', resolve).once('close', resolve))
      this.#underWay.add(ended)
      void ended.then(() => this.#underWay.delete(ended))
      done()
    })
    app.addHook('preClose', async () => {
      this.begin()
      // Nothing new is accepted. Fastify itself would stop that only after this hook.
      app.server.close()
      endStreams()
      await this.within(this.#allEnded())
    })
  }

  async #allEnded(): Promise<void> {
    do {
      await Promise.all(this.#underWay)
      // What a connection has received already becomes a request in the next turn.
      await setImmediate()
    } while (this.#underWay.size > 0)
  }
}
