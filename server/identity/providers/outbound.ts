import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { Refusal } from '#server/platform/http/errors.ts'
import { isPrivateAddress } from './private-address.ts'

interface OutboundRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Sends a request to a configured provider. Refuses with EXTERNAL_CONNECTION_ERROR when it does not answer, and with
 * EXTERNAL_CONFIG_ERROR for an address that is not allowed.
 */
export type Outbound = (url: string, request: OutboundRequest) => Promise<Response>

const TIMEOUT_MS = 10_000
const MAX_BYTES = 8 * 1024 * 1024
/** Statuses with which `Response` accepts no body. */
const WITHOUT_BODY = [101, 204, 205, 304]

/**
 * Creates the function for requests to other servers (security.md 36). It uses https, connects only to public
 * addresses, resolves the name once and connects to the checked address, and follows no redirects. In a demo it may
 * also reach `*.localhost` of this machine, by http too.
 */
export function createOutbound({ demo }: { demo: boolean }): Outbound {
  return async (url, { method = 'GET', headers = {}, body, signal }) => {
    const target = new URL(url)
    const isDemoHost = demo && target.hostname.endsWith('.localhost')
    if (target.protocol !== 'https:' && !(isDemoHost && target.protocol === 'http:'))
      throw new Refusal('EXTERNAL_CONFIG_ERROR')
    const address = isDemoHost ? '127.0.0.1' : await publicAddress(target.hostname)
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const reply = await sendRequest(
      target,
      {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // Connects to the address that was checked, even if the name resolves differently by now.
        lookup: (_name, options, callback) =>
          options.all === true
            ? callback(null, [{ address, family: isIP(address) }])
            : callback(null, address, isIP(address)),
        // No connection of an earlier request is reused, because that one was opened to an address checked then.
        agent: false,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      },
      body,
    )
    return readResponse(reply)
  }
}

async function publicAddress(hostname: string): Promise<string> {
  // A URL writes an IPv6 address in brackets.
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(refuseUnreachable)
  if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
    throw new Refusal('EXTERNAL_CONFIG_ERROR')
  return addresses[0]?.address ?? refuseUnreachable()
}

function refuseUnreachable(): never {
  throw new Refusal('EXTERNAL_CONNECTION_ERROR')
}

function sendRequest(target: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, done)
    request.on('error', (cause) => fail(new Refusal('EXTERNAL_CONNECTION_ERROR', { cause })))
    request.end(body)
  })
}

async function readResponse(reply: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw new Refusal('EXTERNAL_CONNECTION_ERROR')
  }
  if (bytes > MAX_BYTES) throw new Refusal('EXTERNAL_HTTP_ERROR')
  const status = reply.statusCode ?? 0
  if (status < 200 || status > 599) throw new Refusal('EXTERNAL_HTTP_ERROR')
  const headers = Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return new Response(WITHOUT_BODY.includes(status) ? null : Buffer.concat(chunks), { status, headers })
}
