import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A local port that leads to a server at another port, and can be moved: what a virtual address is to an operator. */
export class MovingAddress {
  #target: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(target: number) {
    this.#target = target
    this.#server = createServer((client) => {
      const server = connect(this.#target, '127.0.0.1')
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(socket)
        // the end of one is the end of the other, whatever the reason
        socket.on('error', () => socket.destroy())
        socket.on('close', () => {
          this.#sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    })
  }

  /** Returns the port. */
  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return (this.#server.address() as AddressInfo).port
  }

  /** Leads to another port from now on. Open connections end, as they do when a machine takes over an address. */
  moveTo(target: number): void {
    this.#target = target
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
