import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

/** A higher quality than for single replies: it is slower, but runs only once. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}
type Encoding = keyof typeof encoders

const encodings = Object.keys(encoders) as Encoding[]

/**
 * A large answer that many callers request. It is compressed once per encoding, at the first request that accepts it.
 */
export class CachedBody {
  readonly bytes: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  readonly #type: string

  constructor(text: string, type = 'application/json') {
    this.bytes = Buffer.from(text)
    this.#type = `${type}; charset=utf-8`
  }

  async send(reply: FastifyReply): Promise<FastifyReply> {
    reply.type(this.#type)
    const encoding = negotiate(reply.request.headers['accept-encoding'] ?? '', encodings)
    if (encoding === null) return reply.send(this.bytes)
    let compressed = this.#compressed.get(encoding)
    if (!compressed) this.#compressed.set(encoding, (compressed = encoders[encoding](this.bytes)))
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    return reply.header('content-encoding', encoding).send(await compressed)
  }
}
