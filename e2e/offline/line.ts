import { connect, createServer, type Server, type Socket } from 'node:net'

/** A tablet's network: a port of its own that leads to the server while it is up. */
export class Line {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #up = true

  constructor(target: number) {
    this.#server = createServer((tablet) => {
      if (!this.#up) {
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
      tablet.pipe(server).pipe(tablet)
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  cut(): void {
    this.#up = false
    for (const socket of this.#open) socket.destroy()
  }

  mend(): void {
    this.#up = true
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
