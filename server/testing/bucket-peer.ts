import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A simulated storage provider: a server with one bucket that speaks S3 (put, get, head, list, delete). */
export interface BucketPeer {
  port: number
  objects: Map<string, Buffer>
  close: () => Promise<void>
}

/** Objects in a page of a listing: few, so that tests get several pages. */
const PAGE_SIZE = 3

export async function startBucket(bucket: string): Promise<BucketPeer> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, reply) => {
    void answer(request, bucket, objects).then(({ status, headers = {}, body = '' }) => {
      reply.writeHead(status, headers)
      reply.end(request.method === 'HEAD' ? undefined : body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    objects,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

interface Answer {
  status: number
  headers?: Record<string, string | number>
  body?: string | Buffer
}

async function answer(request: IncomingMessage, bucket: string, objects: Map<string, Buffer>): Promise<Answer> {
  const url = new URL(request.url ?? '', 'http://bucket')
  // Tests sign with the access key `AKTEST`. Any other request is unsigned, or signed with another key.
  if (!/Credential=AKTEST\//.test(request.headers.authorization ?? '')) return { status: 403 }
  const [, requestedBucket = '', ...keyParts] = url.pathname.split('/').map(decodeURIComponent)
  if (requestedBucket !== bucket) return { status: 404 }
  const key = keyParts.join('/')
  if (request.method === 'PUT') {
    objects.set(key, await bytesOf(request))
    return { status: 200, headers: { etag: '"put"' } }
  }
  if (request.method === 'POST' && url.searchParams.has('delete')) {
    for (const [, deleted = ''] of (await text(request)).matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(deleted)
    return { status: 200, body: '<DeleteResult></DeleteResult>' }
  }
  if (request.method === 'DELETE') return { status: objects.delete(key) ? 204 : 404 }
  // `list-type=2` is version 2 of the listing, which has continuation tokens.
  if (url.searchParams.get('list-type') === '2') return { status: 200, body: listKeys(url.searchParams, objects) }
  const found = objects.get(key)
  if (!found) return { status: 404 }
  const headers = { 'content-length': found.length, etag: '"put"', 'last-modified': new Date(0).toUTCString() }
  return { status: 200, headers, body: found }
}

/** The XML of one page of the list of keys. */
function listKeys(query: URLSearchParams, objects: Map<string, Buffer>): string {
  const prefix = query.get('prefix') ?? ''
  // The continuation token is the last key of the page before.
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, PAGE_SIZE)
  const isTruncated = PAGE_SIZE < keys.length
  const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`)
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

/** The plain body of a request, also when it was sent in signed chunks followed by a checksum. */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const received: Buffer[] = []
  for await (const chunk of request) received.push(chunk as Buffer)
  let sent = Buffer.concat(received)
  if (!/aws-chunked/.test(request.headers['content-encoding'] ?? '')) return sent
  const data: Buffer[] = []
  // Each chunk is its size in hexadecimal, a line end, the data and a line end; the last one has the size 0.
  for (;;) {
    const line = sent.indexOf('\r\n')
    const size = Number.parseInt(sent.subarray(0, line).toString('latin1'), 16)
    if (!(size > 0)) return Buffer.concat(data)
    data.push(sent.subarray(line + 2, line + 2 + size))
    sent = sent.subarray(line + 4 + size)
  }
}
