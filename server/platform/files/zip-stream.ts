import { Readable } from 'node:stream'
import { Zip, ZipDeflate } from 'fflate'

/** A file of a folder or an archive; its text or bytes arrive in parts. */
export interface NamedFile {
  /** A path with slashes. */
  name: string
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/** Streams files as a ZIP archive; each part is read and packed when the one before it was taken. */
export function zipStream(files: AsyncIterable<NamedFile>): Readable {
  async function* parts(): AsyncGenerator<Uint8Array> {
    const packed: Uint8Array[] = []
    const encoder = new TextEncoder()
    const zip = new Zip((error, part) => {
      if (error) throw error
      packed.push(part)
    })
    for await (const { name, content } of files) {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      for await (const part of content) {
        entry.push(typeof part === 'string' ? encoder.encode(part) : part)
        yield* packed.splice(0)
      }
      entry.push(new Uint8Array(0), true)
      yield* packed.splice(0)
    }
    zip.end()
    yield* packed.splice(0)
  }
  return Readable.from(parts(), { objectMode: false })
}
