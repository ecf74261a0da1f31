import { open, readFile, type FileHandle } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { Extension } from '#domain/platform/file-type.ts'
import { Refusal } from '#server/platform/http/errors.ts'

const damagedFile = () => new Refusal('FILE_DAMAGED', { field: 'file' })
const wrongType = () => new Refusal('FILE_TYPE', { field: 'file' })

/**
 * Refuses a file whose content does not match its extension, or that was cut off. `picture.ts` checks raster images
 * completely.
 */
export async function checkContent(path: string, extension: Extension, bytes: number): Promise<void> {
  const detected = await fileTypeFromFile(path).catch(() => {
    throw damagedFile()
  })
  if (extension === 'csv') {
    if (detected !== undefined) throw wrongType()
    await readText(path)
    return
  }
  if (extension === 'svg') {
    // The file-type library reports an SVG as XML, or not at all.
    if (detected !== undefined && detected.ext !== 'xml') throw wrongType()
    return checkSvg(path)
  }
  if (detected?.ext !== (extension === 'jpeg' ? 'jpg' : extension)) throw wrongType()
  const file = await open(path)
  try {
    if (!(await isWhole(file, extension, bytes))) throw damagedFile()
  } finally {
    await file.close()
  }
}

async function isWhole(file: FileHandle, extension: Extension, bytes: number): Promise<boolean> {
  switch (extension) {
    case 'pdf':
      // a PDF ends with this mark, after which some programs write further bytes
      return (await readEnd(file, bytes, 4096)).includes('%%EOF')
    case 'docx':
    case 'xlsx':
    case 'pptx':
    case 'odt':
      // A ZIP ends with the end record of its directory (22 bytes) and a comment of at most 65,535 bytes.
      return (await readEnd(file, bytes, 22 + 65_535)).includes('PK\u0005\u0006')
    case 'mp4':
      return hasWholeBoxes(file, bytes)
    case 'webm':
      return hasWholeElements(file, bytes)
    default:
      return true
  }
}

/** The last bytes of a file. */
async function readEnd(file: FileHandle, bytes: number, maxLength: number): Promise<Buffer> {
  const length = Math.min(bytes, maxLength)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, bytes - length)
  return buffer
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** A file with more boxes counts as damaged, so that nobody can make the server read millions of them. */
const MAX_BOXES = 10_000

/**
 * An MP4 is a sequence of boxes. Each begins with its length (4 bytes) and its type (4 letters). A film cannot be
 * played without the box `moov`.
 */
async function hasWholeBoxes(file: FileHandle, bytes: number): Promise<boolean> {
  let hasMoov = false
  let position = 0
  for (let boxes = 0; position < bytes && boxes < MAX_BOXES; boxes++) {
    // length, type and the 64-bit length that may follow
    const header = await readAt(file, position, 16)
    if (header.length < 8) return false
    const shortLength = header.readUInt32BE(0)
    hasMoov ||= header.toString('latin1', 4, 8) === 'moov'
    // Length 0 means that the box goes to the end of the file, 1 that a 64-bit length follows.
    if (shortLength === 0) position = bytes
    else if (shortLength === 1) position += header.length < 16 ? 0 : Number(header.readBigUInt64BE(8))
    else position += shortLength
    // The length includes the 8 bytes of length and type.
    if (shortLength !== 0 && shortLength !== 1 && shortLength < 8) return false
  }
  return hasMoov && position === bytes
}

/** The ids of the two elements of a WebM. */
const [EBML_HEADER, EBML_SEGMENT] = [0x1a45dfa3, 0x18538067]

/** A WebM is two EBML elements: a header, and a segment whose length is given or left open. Bytes may follow them. */
async function hasWholeElements(file: FileHandle, bytes: number): Promise<boolean> {
  let position = 0
  for (const id of [EBML_HEADER, EBML_SEGMENT]) {
    // an id of 4 bytes and a size of at most 8
    const header = await readAt(file, position, 12)
    if (header.length < 5 || header.readUInt32BE(0) !== id) return false
    // A size has as many bytes as its first byte has leading zeros, plus one; the bit after these zeros is no part of
    // it. `clz32` counts in 32 bits, which are 24 zeros more than in a byte.
    const firstByte = header[4] ?? 0
    const length = Math.clz32(firstByte) - 24 + 1
    if (length > 8 || header.length < 4 + length) return false
    let size = firstByte & ((1 << (8 - length)) - 1)
    // All bits of an open length are set.
    let isOpen = size === (1 << (8 - length)) - 1
    for (const byte of header.subarray(5, 4 + length)) {
      size = size * 256 + byte
      isOpen &&= byte === 255
    }
    position = isOpen ? bytes : position + 4 + length + size
  }
  return position <= bytes
}

/** The content of a text file; refuses one with a NUL character, which no text has. */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (bytes.includes(0)) throw wrongType()
  return bytes.toString('utf8')
}

/**
 * Entities are refused, because they can expand to any length. Scripts are harmless because of the headers with which
 * the file is served. Drawing the file shows whether it is complete.
 */
async function checkSvg(path: string): Promise<void> {
  const text = (await readText(path)).replace(/^\uFEFF/, '')
  if (/<!ENTITY/i.test(text)) throw wrongType()
  const root = text.replace(/^(\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)*/i, '')
  if (!/^<([a-z]+:)?svg[\s>]/i.test(root)) throw wrongType()
}
