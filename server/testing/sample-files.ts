import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/**
 * A picture of one colour, with Exif data where the format can hold them. They contain the word "Canary", so that a
 * test can search for it in what the server has stored.
 */
export function picture(width: number, height: number, format: 'jpeg' | 'png' | 'gif' = 'png'): Promise<Buffer> {
  const drawing = sharp({ create: { width, height, channels: 3, background: '#136f63' } })
  return drawing
    .withExif({ IFD0: { Make: 'Canary', Copyright: 'canary@example.org' } })
    .toFormat(format)
    .toBuffer()
}

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** A ZIP archive without compression, as an office document may be. */
function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const nameBytes = Buffer.from(name)
    const data = Buffer.from(text)
    // What a file's local header and its directory entry share: version 2.0, checksum, both sizes, length of the name.
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt32LE(crc32(data), 10)
    header.writeUInt32LE(data.length, 14)
    header.writeUInt32LE(data.length, 18)
    header.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, nameBytes, data])
    // The rest of the directory entry; only its last field, where the local header begins, is not zero.
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    // A directory entry begins with its signature and the version of the program that made it, 2.0.
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), header, entry, nameBytes)
    parts.push(local)
    offset += local.length
  }
  const directoryBytes = Buffer.concat(directory)
  // The end record: the number of files (twice), and the size and offset of the directory.
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directoryBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directoryBytes, Buffer.from('PK\u0005\u0006'), end])
}

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
export const docx = zip({
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}"/></Types>`,
  'word/document.xml': '<w:document/>',
})
export const odt = zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office/>' })

/** A box of an MP4 file: its length, its name and its data. */
function box(name: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(data.length + 8)
  header.write(name, 4, 'latin1')
  return Buffer.concat([header, data])
}
/** A film with the boxes that the server looks for: the type, the index and the data. */
export const mp4 = Buffer.concat([
  box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
  box('moov', box('mvhd', Buffer.alloc(100))),
  box('mdat', Buffer.alloc(400, 7)),
])

/** The beginning of a WebM film: an EBML header with the document type, and a segment of unknown length. */
export const webm = Buffer.concat([
  Buffer.from('1a45dfa387428284', 'hex'),
  Buffer.from('webm'),
  Buffer.from('1853806701ffffffffffffff', 'hex'),
  Buffer.alloc(64),
])

export const svg = (inside = '<circle r="4"/>') =>
  Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>\n`)

export interface FormFile {
  name: string
  type: string
  bytes: Buffer
  /** The name of the form's field; `file` when left out. */
  field?: string
}

/** The body and content type of a multipart form with these files, as browsers send it. */
export function form(...files: FormFile[]): { payload: Buffer; type: string } {
  const boundary = 'edge0f0rungs'
  const parts = files.flatMap(({ field = 'file', name, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
