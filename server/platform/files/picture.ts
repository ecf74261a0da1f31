import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Extension } from '#domain/platform/file-type.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { SandboxPool, TooMuchWork } from '#server/platform/sandbox/pool.ts'
import type { Copies, Drawing, Drawn } from './draw.ts'
import { storageKey, type FileStore } from './storage.ts'

/** Each may take 200 MB and more for a large photograph. */
const MOST_CHILDREN = 3
const MEMORY = 1024 ** 3
/** Of an upload with all its copies. */
const UPLOAD_LIMITS = { cpuMs: 5_000, bytes: MEMORY }
/** Of a drawing that visitors may wait for. */
const PNG_LIMITS = { cpuMs: 1_000, bytes: MEMORY }

const pool = new SandboxPool<Drawing, Drawn>(new URL('./draw.ts', import.meta.url), MOST_CHILDREN)

/** What is stored of a picture beside, or instead of, the bytes that came. */
export interface Picture extends Omit<Copies, 'original' | 'width' | 'height'> {
  width: number | null
  height: number | null
  /** In place of the upload; null: the upload itself is stored. */
  original: Buffer | null
  /** What is shown of an SVG, which never reaches a page itself. */
  png: Buffer | null
}

const isRaster = (extension: Extension) => ['gif', 'jpg', 'jpeg', 'png'].includes(extension)

/**
 * Draws a picture of pixels anew, so that nothing but its pixels is left of it: no place, no camera, no hidden file.
 * An SVG stays as it is and is drawn once, for all who will see it. Null for other types.
 */
export async function reencodePicture(clientId: string, path: string, extension: Extension): Promise<Picture | null> {
  if (!isRaster(extension) && extension !== 'svg') return null
  const bytes = await readFile(path)
  const drawn = await (
    extension === 'svg'
      ? pool.run(clientId, { bytes, as: 'png' }, PNG_LIMITS)
      : pool.run(clientId, { bytes, as: 'copies', animated: extension === 'gif' }, UPLOAD_LIMITS)
  ).catch((error: unknown) => {
    throw error instanceof TooMuchWork
      ? new Refusal('FILE_TOO_LARGE', { field: 'file', detail: 'DRAWING', cause: error })
      : error
  })
  if ('png' in drawn) return { width: null, height: null, original: null, variants: new Map(), png: drawn.png }
  if ('copies' in drawn) return { ...drawn.copies, png: null }
  throw drawn.failed === 'PIXELS'
    ? new Refusal('FILE_TOO_LARGE', { field: 'file', detail: 'PIXELS' })
    : new Refusal('FILE_DAMAGED', { field: 'file' })
}

/** Stored in place of a PNG. */
const NOT_DRAWN = Buffer.from('not drawn')

const drawing = new Map<string, Promise<Buffer | null>>()

/**
 * A stored picture as a PNG; null when it cannot be drawn. Both are stored, so that no picture is drawn for each
 * visitor: an SVG is drawn when it is uploaded, all others when they are first asked for.
 */
export function storedPng(files: FileStore, clientId: string, fileId: string): Promise<Buffer | null> {
  const key = storageKey(clientId, fileId, 'png')
  const known = drawing.get(key)
  if (known) return known
  const png = readOrDraw(files, clientId, fileId).finally(() => drawing.delete(key))
  drawing.set(key, png)
  return png
}

async function readOrDraw({ disk }: FileStore, clientId: string, fileId: string): Promise<Buffer | null> {
  const key = storageKey(clientId, fileId, 'png')
  if (await disk.exists(key)) {
    const stored = Buffer.from(await disk.getBytes(key))
    return stored.equals(NOT_DRAWN) ? null : stored
  }
  const bytes = await disk.getBytes(storageKey(clientId, fileId))
  const drawn = await pool.run(clientId, { bytes, as: 'png' }, PNG_LIMITS).catch((error: unknown): Drawn => {
    if (error instanceof TooMuchWork) return { failed: 'DAMAGED' }
    throw error
  })
  const png = 'png' in drawn ? drawn.png : null
  await disk.put(key, png ?? NOT_DRAWN, { contentType: 'image/png' })
  return png
}

/** A PNG of ours, or the SVG of a theme, within so many pixels. */
export async function fitPng(
  picture: Buffer,
  within: { width: number; height: number },
): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(picture)
    .resize({ ...within, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Enough of a picture to say which colours are in it. */
const LOOKED_AT = 96

/** The pixels of a PNG of ours, made few: red, green, blue and alpha, a byte each. */
export async function pixelsOf(png: Buffer): Promise<Uint8Array> {
  return sharp(png)
    .resize({ width: LOOKED_AT, height: LOOKED_AT, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
}
