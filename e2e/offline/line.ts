import { connect, createServer, type Server, type Socket } from 'node:net'

/** A tablet's network: a port of its own that leads to the server while it is up. */
export class Line {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #way: 'up' | 'cut' | 'silent' = 'up'

  constructor(target: number) {
    this.#server = createServer((tablet) => {
      if (this.#way === 'cut') {
        tablet.destroy()
        return
      }
      const server = connect(target, '127.0.0.1')
      for (const socket of [tablet, server]) {
        this.#open.add(socket)
        // an end of one is the end of both, and of no test
        socket.on('error', () => {})
        socket.on('close', () => {
          this.#open.delete(socket)
          tablet.destroy()
          server.destroy()
        })
      }
      if (this.#way === 'up') tablet.pipe(server).pipe(tablet)
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  cut(): void {
    this.#way = 'cut'
    for (const socket of this.#open) socket.destroy()
  }

  /** Full bars and no way out: what is asked is taken, and no answer comes. */
  silence(): void {
    this.#way = 'silent'
    for (const socket of this.#open) socket.unpipe()
  }

  mend(): void {
    // who still waits for an answer asks again
    if (this.#way === 'silent') this.cut()
    this.#way = 'up'
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
