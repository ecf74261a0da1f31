import { connect, createServer, type Server, type Socket } from 'node:net'

/** A tablet's network: a TCP proxy to the server that a test can cut or silence. */
export class TabletNetwork {
  readonly #server: Server
  readonly #openSockets = new Set<Socket>()
  #state: 'up' | 'cut' | 'silent' = 'up'

  constructor(serverPort: number) {
    this.#server = createServer((tablet) => {
      if (this.#state === 'cut') {
        tablet.destroy()
        return
      }
      const server = connect(serverPort, '127.0.0.1')
      for (const socket of [tablet, server]) {
        this.#openSockets.add(socket)
        // errors of a cut must not fail the test; when one of the two connections ends, the other ends, too
        socket.on('error', () => {})
        socket.on('close', () => {
          this.#openSockets.delete(socket)
          tablet.destroy()
          server.destroy()
        })
      }
      if (this.#state === 'up') tablet.pipe(server).pipe(tablet)
    })
  }

  /** Returns the port at which the tablet reaches the server. */
  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  /** From now on all connections fail, open ones too. */
  cut(): void {
    this.#state = 'cut'
    for (const socket of this.#openSockets) socket.destroy()
  }

  /** From now on requests are accepted but never answered. */
  silence(): void {
    this.#state = 'silent'
    for (const socket of this.#openSockets) socket.unpipe()
  }

  /** From now on new connections work. */
  mend(): void {
    // requests that still wait for an answer fail, so that the tablet repeats them
    if (this.#state === 'silent') this.cut()
    this.#state = 'up'
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
