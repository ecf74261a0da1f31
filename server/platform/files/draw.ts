// The module of a child process. Uploaded pictures are decoded only here, so that a malicious one cannot harm the
// server.
import sharp from 'sharp'
import { VARIANT_WIDTHS } from '#domain/platform/file-type.ts'
import { serveJobs } from '#server/platform/sandbox/serve.ts'

/** A job of this process. */
export type Drawing =
  /** An upload, encoded anew with its smaller copies. */
  | { bytes: Uint8Array; as: 'copies'; animated: boolean }
  /** A stored picture, drawn as a PNG. */
  | { bytes: Uint8Array; as: 'png' }

/** Its result. */
export type Drawn = { copies: Copies } | { png: Buffer } | { failed: 'PIXELS' | 'DAMAGED' }

export interface Copies {
  width: number
  height: number
  /** The picture itself, encoded anew; smaller when the upload was larger than `MAX_SIDE`. */
  original: Buffer
  /** Smaller copies by width. */
  variants: Map<number, Buffer>
}

/** Limit for the pixels of all frames together. Large phone cameras make 50 million; decoding them takes 200 MB. */
const MAX_PIXELS = 50_000_000
/** Longest side of a stored picture, in pixels. */
const MAX_SIDE = 2560
/** Longest side of a PNG, in pixels: enough for an icon and for a letterhead. */
const PNG_SIDE = 1024

// no cache and one thread, because memory and processor time of this process are limited
sharp.cache(false)
sharp.concurrency(1)

async function draw(drawing: Drawing): Promise<Drawn> {
  try {
    return drawing.as === 'png'
      ? { png: await toPng(drawing.bytes) }
      : await encodeCopies(drawing.bytes, drawing.animated)
  } catch (error) {
    // sharp names the limit only in its message
    return { failed: /pixel limit/i.test(String(error)) ? 'PIXELS' : 'DAMAGED' }
  }
}

function toPng(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: PNG_SIDE, height: PNG_SIDE, fit: 'inside' })
    .png()
    .toBuffer()
}

async function encodeCopies(bytes: Uint8Array, animated: boolean): Promise<Drawn> {
  const decode = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', animated })
  const metadata = await decode().metadata()
  // The height of an animation is the sum of its frames' heights.
  if (metadata.width * metadata.height > MAX_PIXELS) return { failed: 'PIXELS' }
  const scaleTo = (width: number) =>
    decode()
      .autoOrient()
      .resize({ width, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toBuffer({ resolveWithObject: true })
  const { data, info } = await scaleTo(MAX_SIDE)
  const variants = new Map<number, Buffer>()
  for (const width of VARIANT_WIDTHS) if (width < info.width) variants.set(width, (await scaleTo(width)).data)
  // `pageHeight` is the height of one frame of an animation
  return { copies: { width: info.width, height: info.pageHeight ?? info.height, original: data, variants } }
}

serveJobs(draw)
