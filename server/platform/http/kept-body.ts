import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

/** A little smaller than what is compressed with each reply: once is once. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
const ways = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}
type Way = keyof typeof ways

const known = Object.keys(ways) as Way[]

/** A large answer that many ask for: compressed when it is first wanted so, not with each reply. */
export class KeptBody {
  readonly bytes: Buffer
  readonly #compressed = new Map<Way, Promise<Buffer>>()
  readonly #type: string

  constructor(text: string, type = 'application/json') {
    this.bytes = Buffer.from(text)
    this.#type = `${type}; charset=utf-8`
  }

  async send(reply: FastifyReply): Promise<FastifyReply> {
    reply.type(this.#type)
    const way = negotiate(reply.request.headers['accept-encoding'] ?? '', known)
    if (way === null) return reply.send(this.bytes)
    let compressed = this.#compressed.get(way)
    if (!compressed) this.#compressed.set(way, (compressed = ways[way](this.bytes)))
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    return reply.header('content-encoding', way).send(await compressed)
  }
}
