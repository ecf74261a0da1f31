// A child process: only here is a picture opened that somebody uploaded.
import sharp from 'sharp'
import { VARIANT_WIDTHS } from '#domain/platform/file-type.ts'
import { serve } from '#server/platform/sandbox/serve.ts'

export type Drawing =
  /** An upload, drawn anew. */
  | { bytes: Uint8Array; as: 'copies'; animated: boolean }
  /** A stored picture as a PNG. */
  | { bytes: Uint8Array; as: 'png' }

export type Drawn = { copies: Copies } | { png: Buffer } | { failed: 'PIXELS' | 'DAMAGED' }

export interface Copies {
  width: number
  height: number
  original: Buffer
  /** Smaller copies by their width. */
  variants: Map<number, Buffer>
}

/** Every frame counts: 50 million, as large phone cameras have, take 200 MB while they are read. */
const MOST_PIXELS = 50_000_000
/** Longest side of a stored picture. */
const MOST_ACROSS = 2560
/** Longest side of a PNG: enough for an icon and for a letterhead. */
const PNG_ACROSS = 1024

sharp.cache(false)
sharp.concurrency(1)

async function draw(drawing: Drawing): Promise<Drawn> {
  try {
    return drawing.as === 'png' ? { png: await png(drawing.bytes) } : await copies(drawing.bytes, drawing.animated)
  } catch (error) {
    return { failed: /pixel limit/i.test(String(error)) ? 'PIXELS' : 'DAMAGED' }
  }
}

function png(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize({ width: PNG_ACROSS, height: PNG_ACROSS, fit: 'inside' })
    .png()
    .toBuffer()
}

async function copies(bytes: Uint8Array, animated: boolean): Promise<Drawn> {
  const read = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning', animated })
  const said = await read().metadata()
  // of a moving picture `height` is that of all frames
  if (said.width * said.height > MOST_PIXELS) return { failed: 'PIXELS' }
  const within = (width: number) =>
    read()
      .autoOrient()
      .resize({ width, height: MOST_ACROSS, fit: 'inside', withoutEnlargement: true })
      .toBuffer({ resolveWithObject: true })
  const { data, info } = await within(MOST_ACROSS)
  const variants = new Map<number, Buffer>()
  for (const width of VARIANT_WIDTHS) if (width < info.width) variants.set(width, (await within(width)).data)
  return { copies: { width: info.width, height: info.pageHeight ?? info.height, original: data, variants } }
}

serve(draw)
