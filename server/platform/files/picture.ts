import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Extension } from '#domain/platform/file-type.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { SandboxPool, TooMuchWork } from '#server/platform/sandbox/pool.ts'
import type { Copies, Drawing, Drawn } from './draw.ts'
import { storageKey, type FileStore } from './storage.ts'

/** How many child processes run at most. Each may use 200 MB and more for a large photograph. */
const MAX_CHILDREN = 3
const MEMORY_BYTES = 1024 ** 3
/** Limits for encoding an upload with all its copies. */
const UPLOAD_LIMITS = { cpuMs: 5_000, bytes: MEMORY_BYTES }
/** Limits for drawing a PNG. They are lower, because visitors may wait for it. */
const PNG_LIMITS = { cpuMs: 1_000, bytes: MEMORY_BYTES }

const pool = new SandboxPool<Drawing, Drawn>(new URL('./draw.ts', import.meta.url), MAX_CHILDREN)

/** What is stored of a picture beside, or in place of, the uploaded bytes. */
export interface Picture extends Omit<Copies, 'original' | 'width' | 'height'> {
  width: number | null
  height: number | null
  /** Stored in place of the upload; null when the upload itself is stored. */
  original: Buffer | null
  /** The drawing of an SVG. Pages show it instead of the SVG, which is never sent to them. */
  png: Buffer | null
}

const isRaster = (extension: Extension) => ['gif', 'jpg', 'jpeg', 'png'].includes(extension)

/**
 * Encodes a raster image anew, which removes everything but its pixels: location, camera, embedded files. An SVG is
 * stored unchanged and drawn once as a PNG. Null for other types.
 */
export async function reencodePicture(clientId: string, path: string, extension: Extension): Promise<Picture | null> {
  if (!isRaster(extension) && extension !== 'svg') return null
  const bytes = await readFile(path)
  const job =
    extension === 'svg'
      ? pool.run(clientId, { bytes, as: 'png' }, PNG_LIMITS)
      : pool.run(clientId, { bytes, as: 'copies', animated: extension === 'gif' }, UPLOAD_LIMITS)
  const drawn = await job.catch((error: unknown) => {
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

/** Stored in place of the PNG of a picture that cannot be drawn, so that it is not tried again. */
const NOT_DRAWN = Buffer.from('not drawn')

/** The last bytes of every whole PNG: its chunk IEND. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Drawings under way, by storage key, so that simultaneous visitors wait for the same one. */
const drawingsUnderWay = new Map<string, Promise<Buffer | null>>()

/**
 * A stored picture as a PNG; null when it cannot be drawn. Either result is stored, so that a picture is drawn only
 * once: an SVG when it is uploaded, all others when they are first requested. One whose bytes are lost is null, too, so
 * that a lost logo keeps nobody from mails and certificates.
 */
export function storedPng(files: FileStore, clientId: string, fileId: string): Promise<Buffer | null> {
  const key = storageKey(clientId, fileId, 'png')
  const underWay = drawingsUnderWay.get(key)
  if (underWay) return underWay
  const png = readOrDraw(files, clientId, fileId).finally(() => drawingsUnderWay.delete(key))
  drawingsUnderWay.set(key, png)
  return png
}

async function readOrDraw({ disk }: FileStore, clientId: string, fileId: string): Promise<Buffer | null> {
  const key = storageKey(clientId, fileId, 'png')
  if (await disk.exists(key)) {
    const stored = Buffer.from(await disk.getBytes(key))
    if (stored.equals(NOT_DRAWN)) return null
    // the rest of one may be missing after a kill or on a full disk; it is drawn again
    if (stored.subarray(-PNG_END.length).equals(PNG_END)) return stored
  }
  const original = storageKey(clientId, fileId)
  if (!(await disk.exists(original))) return null
  const bytes = await disk.getBytes(original)
  const drawn = await pool.run(clientId, { bytes, as: 'png' }, PNG_LIMITS).catch((error: unknown): Drawn => {
    if (error instanceof TooMuchWork) return { failed: 'DAMAGED' }
    throw error
  })
  const png = 'png' in drawn ? drawn.png : null
  // who asks for the picture has it also when it cannot be kept
  await disk.put(key, png ?? NOT_DRAWN, { contentType: 'image/png' }).catch(() => undefined)
  return png
}

/**
 * Scales a PNG that we drew, or the SVG of a theme, to fit into a box. These are trusted, so no child process is
 * needed.
 */
export async function fitPng(
  picture: Buffer,
  box: { width: number; height: number },
): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(picture)
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Longest side, in pixels, of the sample from which the colours of a picture are judged. */
const SAMPLE_SIDE = 96

/** The pixels of a small copy of a PNG that we drew: red, green, blue and alpha, a byte each. */
export async function pixelsOf(png: Buffer): Promise<Uint8Array> {
  return sharp(png)
    .resize({ width: SAMPLE_SIDE, height: SAMPLE_SIDE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
}
