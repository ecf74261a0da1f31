import sharp from 'sharp'
import { VARIANT_WIDTHS, type Extension } from '#domain/file-type.ts'
import { Refusal } from '#server/http/errors.ts'

/** Every frame counts: 50 million, as large phone cameras have, take 200 MB while they are read. */
const MOST_PIXELS = 50_000_000
/** Longest side of a kept picture. */
const MOST_ACROSS = 2560
const SLOWEST_SECONDS = 20
/** Of one that is drawn small while somebody waits for the page. */
const SLOWEST_SMALL_SECONDS = 10

sharp.cache(false)
sharp.concurrency(1)

export interface Picture {
  width: number
  height: number
  original: Buffer
  /** Smaller copies by their width. */
  variants: ReadonlyMap<number, Buffer>
}

let before: Promise<unknown> = Promise.resolve()
/** One picture at a time: several large ones at once would take all memory. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work)
  before = turn.catch(() => undefined)
  return turn
}

const isRaster = (extension: Extension) => ['gif', 'jpg', 'jpeg', 'png'].includes(extension)

/**
 * Draws a picture of pixels anew, so that nothing but its pixels is left of it: no place, no camera, no hidden file.
 * Null for other types; an SVG is only read through.
 */
export async function drawAnew(path: string, extension: Extension): Promise<Picture | null> {
  if (!isRaster(extension) && extension !== 'svg') return null
  return inTurn(async () => {
    const damaged = (cause: unknown) => new Refusal('FILE_DAMAGED', { field: 'file', cause })
    const read = () => sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'warning', animated: extension === 'gif' })
    const said = await read()
      .metadata()
      .catch((error: unknown) => {
        throw /pixel limit/i.test(String(error)) ? tooManyPixels() : damaged(error)
      })
    if (extension === 'svg') return null
    // of a moving picture `height` is that of all frames
    if (said.width * said.height > MOST_PIXELS) throw tooManyPixels()
    const draw = async (width: number, height: number) =>
      read()
        .autoOrient()
        .resize({ width, height, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: SLOWEST_SECONDS })
        .toBuffer({ resolveWithObject: true })
        .catch((error: unknown) => {
          throw damaged(error)
        })
    const { data, info } = await draw(MOST_ACROSS, MOST_ACROSS)
    const variants = new Map<number, Buffer>()
    for (const width of VARIANT_WIDTHS)
      if (width < info.width) variants.set(width, (await draw(width, MOST_ACROSS)).data)
    return { width: info.width, height: info.pageHeight ?? info.height, original: data, variants }
  })
}

/** A stored picture as a PNG within so many pixels, an SVG too: somebody's never reaches a page. Null when nothing can be drawn of it. */
export async function asPng(
  bytes: Uint8Array,
  within: { width: number; height: number },
): Promise<{ data: Buffer; width: number; height: number } | null> {
  return inTurn(() =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize({ ...within, fit: 'inside' })
      .timeout({ seconds: SLOWEST_SMALL_SECONDS })
      .png()
      .toBuffer({ resolveWithObject: true })
      .then(
        ({ data, info }) => ({ data, width: info.width, height: info.height }),
        () => null,
      ),
  )
}

/** Enough of a picture to say which colours are in it. */
const LOOKED_AT = 96

/** Its pixels, made few: red, green, blue and alpha, a byte each; null when nothing can be drawn of it. */
export async function pixelsOf(bytes: Uint8Array): Promise<Uint8Array | null> {
  return inTurn(() =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .resize({ width: LOOKED_AT, height: LOOKED_AT, fit: 'inside' })
      .timeout({ seconds: SLOWEST_SECONDS })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
      .catch(() => null),
  )
}

function tooManyPixels(): Refusal {
  return new Refusal('FILE_TOO_LARGE', { field: 'file', detail: 'PIXELS' })
}
