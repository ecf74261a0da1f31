import { connect, createServer, type Server, type Socket } from 'node:net'
import { between, pick, type Random } from './random.ts'

/** Where a connection is cut: before the request reaches the server, in the request, after it, or in the reply. */
export const cuts = ['before', 'in the request', 'after the request', 'in the reply'] as const
type Cut = (typeof cuts)[number]

/** The length of an HTTP message by its headers; null while these are not complete. */
function lengthOf(message: Buffer): number | null {
  const head = message.indexOf('\r\n\r\n')
  if (head < 0) return null
  const match = /^content-length: *(\d+)/im.exec(message.subarray(0, head).toString('latin1'))
  return head + 4 + Number(match?.[1] ?? 0)
}

/** A TCP proxy to a local port that cuts a share of the connections. Each connection carries one call. */
export class CuttingProxy {
  readonly counts: Record<Cut, number> = { before: 0, 'in the request': 0, 'after the request': 0, 'in the reply': 0 }
  readonly #target: number
  readonly #random: Random
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #left: number

  constructor(target: number, mostCuts: number, random: Random) {
    this.#target = target
    this.#left = mostCuts
    this.#random = random
    this.#server = createServer((client) => this.#serve(client))
  }

  get cutsLeft(): number {
    return this.#left
  }

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    for (const socket of this.#open) socket.destroy()
    await closed
  }

  #serve(client: Socket): void {
    this.#track(client)
    let request = Buffer.alloc(0)
    let upstream: Socket | null = null
    client.on('data', (part: Buffer) => {
      if (upstream) return
      request = Buffer.concat([request, part])
      const length = lengthOf(request)
      if (length === null || request.length < length) return
      // a pull is cut less often, because only a push can lose data
      const cutShare = request.subarray(0, 4).toString() === 'POST' ? 0.6 : 0.2
      const cut = this.#left > 0 && this.#random() < cutShare ? pick(this.#random, cuts) : null
      if (cut) {
        this.#left--
        this.counts[cut]++
      }
      if (cut === 'before') return void client.destroy()
      upstream = this.#forward(client, request, cut)
    })
  }

  #forward(client: Socket, request: Buffer, cut: Cut | null): Socket {
    const upstream = connect(this.#target, '127.0.0.1')
    this.#track(upstream)
    const cutBoth = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.end())
    if (cut === 'in the request') {
      upstream.write(request.subarray(0, between(this.#random, 1, request.length - 1)), cutBoth)
      return upstream
    }
    // half of these connections are cut while the server works, half when its answer arrives
    if (cut === 'after the request' && this.#random() < 0.5) {
      upstream.write(request, cutBoth)
      return upstream
    }
    upstream.write(request)
    upstream.on('data', (part: Buffer) => {
      if (cut === 'after the request') return cutBoth()
      if (cut === null) return void client.write(part)
      client.write(part.subarray(0, between(this.#random, 1, part.length - 1)), cutBoth)
    })
    return upstream
  }

  #track(socket: Socket): void {
    this.#open.add(socket)
    socket.on('close', () => this.#open.delete(socket))
    // errors are expected, because connections are cut
    socket.on('error', () => socket.destroy())
  }
}
