import { connect, createServer, type Server, type Socket } from 'node:net'
import { between, pick, type Random } from './random.ts'

/** Where a connection is cut: before the request reaches the server, in the request, after it, or in the reply. */
export const cuts = ['before', 'in the request', 'after the request', 'in the reply'] as const
type Cut = (typeof cuts)[number]

const HEADERS_END = '\r\n\r\n'
/** The share of connections that is cut. A pull is cut less often, because only a push can lose data. */
const [PUSH_CUT_SHARE, PULL_CUT_SHARE] = [0.6, 0.2]

/** The length of an HTTP message with its headers, as these say; null while the headers are not complete. */
function lengthOf(message: Buffer): number | null {
  const headersEnd = message.indexOf(HEADERS_END)
  if (headersEnd < 0) return null
  const match = /^content-length: *(\d+)/im.exec(message.subarray(0, headersEnd).toString('latin1'))
  return headersEnd + HEADERS_END.length + Number(match?.[1] ?? 0)
}

/** A TCP proxy to a local port that cuts some of the tablets' connections. Each connection carries one call. */
export class CuttingProxy {
  readonly counts: Record<Cut, number> = { before: 0, 'in the request': 0, 'after the request': 0, 'in the reply': 0 }
  readonly #serverPort: number
  readonly #random: Random
  readonly #server: Server
  readonly #openSockets = new Set<Socket>()
  #cutsLeft: number

  constructor(serverPort: number, maxCuts: number, random: Random) {
    this.#serverPort = serverPort
    this.#cutsLeft = maxCuts
    this.#random = random
    this.#server = createServer((tablet) => this.#serve(tablet))
  }

  get cutsLeft(): number {
    return this.#cutsLeft
  }

  /** Returns the port at which tablets reach the server. */
  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    for (const socket of this.#openSockets) socket.destroy()
    await closed
  }

  /** Reads the request of a tablet, and then decides whether and where its connection is cut. */
  #serve(tablet: Socket): void {
    this.#track(tablet)
    let request = Buffer.alloc(0)
    let server: Socket | null = null
    tablet.on('data', (chunk: Buffer) => {
      if (server) return
      request = Buffer.concat([request, chunk])
      const length = lengthOf(request)
      if (length === null || request.length < length) return
      const isPush = request.subarray(0, 4).toString() === 'POST'
      const cutShare = isPush ? PUSH_CUT_SHARE : PULL_CUT_SHARE
      const cut = this.#cutsLeft > 0 && this.#random() < cutShare ? pick(this.#random, cuts) : null
      if (cut) {
        this.#cutsLeft--
        this.counts[cut]++
      }
      if (cut === 'before') return void tablet.destroy()
      server = this.#forward(tablet, request, cut)
    })
  }

  #forward(tablet: Socket, request: Buffer, cut: Cut | null): Socket {
    const server = connect(this.#serverPort, '127.0.0.1')
    this.#track(server)
    const cutBoth = () => {
      tablet.destroy()
      server.destroy()
    }
    tablet.on('close', () => server.destroy())
    server.on('close', () => tablet.end())
    if (cut === 'in the request') {
      server.write(request.subarray(0, between(this.#random, 1, request.length - 1)), cutBoth)
      return server
    }
    // half of the cuts after the request come while the server works, half when its answer arrives
    if (cut === 'after the request' && this.#random() < 0.5) {
      server.write(request, cutBoth)
      return server
    }
    server.write(request)
    server.on('data', (chunk: Buffer) => {
      if (cut === 'after the request') return cutBoth()
      if (cut === null) return void tablet.write(chunk)
      tablet.write(chunk.subarray(0, between(this.#random, 1, chunk.length - 1)), cutBoth)
    })
    return server
  }

  #track(socket: Socket): void {
    this.#openSockets.add(socket)
    socket.on('close', () => this.#openSockets.delete(socket))
    // errors are expected, because connections are cut
    socket.on('error', () => socket.destroy())
  }
}
