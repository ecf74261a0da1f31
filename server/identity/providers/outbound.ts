import { lookup } from 'node:dns/promises'
import { request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { Refusal } from '#server/platform/http/errors.ts'
import { isPrivateAddress } from './private-address.ts'

interface OutboundRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
}

/** Asks a configured provider. Refuses with EXTERNAL_CONNECTION_ERROR when nobody answers, EXTERNAL_CONFIG_ERROR for an address that is not allowed. */
export type Outbound = (url: string, request: OutboundRequest) => Promise<Response>

const LONGEST_MS = 10_000
const MOST_BYTES = 8 * 1024 * 1024
/** A body stands with none of these. */
const EMPTY = [101, 204, 205, 304]

/**
 * Requests that leave this server (security.md 36): https, to a public address that was looked up once and is then
 * kept to, no redirects followed. A `demo` may reach the peers at `*.localhost` of this machine, by http too.
 */
export function createOutbound({ demo }: { demo: boolean }): Outbound {
  return async (url, { method = 'GET', headers = {}, body, signal }) => {
    const to = new URL(url)
    const peer = demo && to.hostname.endsWith('.localhost')
    if (to.protocol !== 'https:' && !(peer && to.protocol === 'http:')) throw new Refusal('EXTERNAL_CONFIG_ERROR')
    const address = peer ? '127.0.0.1' : await publicAddress(to.hostname)
    const limit = AbortSignal.timeout(LONGEST_MS)
    const reply = await send(
      to,
      {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // whatever the name says meanwhile, it is this address that was looked at
        lookup: (_name, options, found) =>
          options.all === true
            ? found(null, [{ address, family: isIP(address) }])
            : found(null, address, isIP(address)),
        agent: false,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      },
      body,
    )
    return read(reply)
  }
}

async function publicAddress(hostname: string): Promise<string> {
  const plain = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(plain) ? [{ address: plain }] : await lookup(plain, { all: true }).catch(unreachable)
  if (found.length === 0 || found.some(({ address }) => isPrivateAddress(address)))
    throw new Refusal('EXTERNAL_CONFIG_ERROR')
  return found[0]?.address ?? unreachable()
}

function unreachable(): never {
  throw new Refusal('EXTERNAL_CONNECTION_ERROR')
}

function send(to: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = (to.protocol === 'https:' ? overHttps : overHttp)(to, options, done)
    request.on('error', (cause) => fail(new Refusal('EXTERNAL_CONNECTION_ERROR', { cause })))
    request.end(body)
  })
}

async function read(reply: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of reply as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > MOST_BYTES) break
      parts.push(part)
    }
  } catch {
    throw new Refusal('EXTERNAL_CONNECTION_ERROR')
  }
  if (bytes > MOST_BYTES) throw new Refusal('EXTERNAL_HTTP_ERROR')
  const status = reply.statusCode ?? 0
  if (status < 200 || status > 599) throw new Refusal('EXTERNAL_HTTP_ERROR')
  const headers = Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return new Response(EMPTY.includes(status) ? null : Buffer.concat(parts), { status, headers })
}
