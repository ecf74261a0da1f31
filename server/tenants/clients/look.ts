import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { ClientSettings } from '#contract/tenants/client-settings.ts'
import type { OwnTheme } from '#domain/platform/contrast.ts'
import { fitPng, storedPng } from '#server/platform/files/picture.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { lookOf, looks } from '#server/platform/mail/look.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A client's appearance: its theme, and its own colours and logo, which take precedence. */
export interface ClientLook {
  clientId: string
  theme: string
  own: OwnTheme | null
  /** The id of the logo's file; null without an own logo. */
  logo: string | null
}

const LOOK = tenantStatement(
  'tenants/read-look',
  `SELECT client_id AS "clientId", theme_name AS theme, own_theme AS own, logo_file_id AS logo
   FROM clients WHERE client_id = $1`,
  { json: { own: ClientSettings.properties.theme } },
)

/** The look of the tenant set on the transaction. */
export async function readLook(tx: Tx): Promise<ClientLook> {
  const row = await findRow(tx, LOOK)
  if (!row) throw new Refusal('UNKNOWN_HOST')
  return row
}

/** The size of a logo in pixels: three times that in a portal's header, for dense screens. */
const LOGO_SIZE = { width: 480, height: 96 }
/**
 * The logo's diagonal as a share of the icon's side. A mask may cut off everything outside a circle whose diameter is
 * 0.8 of the side.
 */
const LOGO_DIAGONAL = 0.79
/** The margin round a logo on paper, as a share of its height. */
const PAPER_MARGIN = 0.25
/** The side of the square icon on paper, in pixels; one of the sizes in which themes have icons. */
const PAPER_ICON_SIZE = 192
/** The largest number of cached pictures: a logo, two icons and a logo for paper each for about a hundred clients. */
const MAX_CACHED = 400

const cache = new Map<string, Promise<Buffer>>()

/** Returns a picture from the cache, or draws it. */
function cached(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const existing = cache.get(key)
  if (existing) return existing
  const [oldest] = cache.keys()
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  const picture = draw()
  cache.set(key, picture)
  picture.catch(() => cache.delete(key))
  return picture
}

/** The client's own logo, or its theme's when it has none or its own cannot be drawn. */
async function logoOf(files: FileStore, look: ClientLook): Promise<Buffer> {
  const own = look.logo === null ? null : await storedPng(files, look.clientId, look.logo)
  return own ?? readFile(themeFile(`themes/${themeOf(look)}.svg`))
}

/** The logo with a transparent background; it is meant to stand on the client's brand colour. */
export function logoPicture(files: FileStore, look: ClientLook): Promise<Buffer> {
  const { clientId, logo } = look
  return cached(
    logo === null ? themeOf(look) : `${clientId}/${logo}`,
    async () => (await fitPng(await logoOf(files, look), LOGO_SIZE)).data,
  )
}

/** The URL path of the icon: the theme's, or the client's own under a name that changes with its colours and logo. */
export function iconPath(look: ClientLook, size: number): string {
  if (look.own === null && look.logo === null) return `/icons/${themeOf(look)}-${size}.png`
  return `/themes/icon-${size}-${lookHash(look)}.png`
}

/** The icon: the logo on a square of the brand colour. `size` is its side in pixels. */
export function iconPicture(files: FileStore, look: ClientLook, size: number): Promise<Buffer> {
  const { clientId, theme, own, logo } = look
  if (own === null && logo === null)
    return cached(`${themeOf(look)}/${size}`, () => readFile(themeFile(`icons/${themeOf(look)}-${size}.png`)))
  return cached(`${clientId}/${lookHash(look)}/${size}`, async () => {
    const logoPixels = await logoOf(files, look)
    const { width, height } = await sharp(logoPixels).metadata()
    const scale = (size * LOGO_DIAGONAL) / Math.hypot(width, height)
    const box = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
    const { data: inner } = await fitPng(logoPixels, box)
    return sharp({ create: { width: size, height: size, channels: 4, background: lookOf(theme, own).brand } })
      .composite([{ input: inner }])
      .png()
      .toBuffer()
  })
}

/**
 * The logo on the brand colour, for printed pages: an own logo in its own proportions, a theme's as the square icon.
 * `ratio` is its width divided by its height.
 */
export async function paperLogo(files: FileStore, look: ClientLook): Promise<{ picture: Buffer; ratio: number }> {
  if (look.logo === null) return { picture: await iconPicture(files, look, PAPER_ICON_SIZE), ratio: 1 }
  const picture = await cached(`${look.clientId}/${lookHash(look)}/paper`, async () => {
    const margin = Math.round(LOGO_SIZE.height * PAPER_MARGIN)
    const background = lookOf(look.theme, look.own).brand
    return sharp(await logoPicture(files, look))
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
      .flatten({ background })
      .png()
      .toBuffer()
  })
  const { width, height } = await sharp(picture).metadata()
  return { picture, ratio: width / height }
}

/** A file of the product's themes. */
function themeFile(path: string): URL {
  return new URL(`../../../web/ui/${path}`, import.meta.url)
}

/** The client's theme, or the product's own for an unknown one. */
function themeOf({ theme }: ClientLook): string {
  return Object.hasOwn(looks, theme) ? theme : 'rungs'
}

/** Changes with the client's colours and logo, so that neither browsers nor `cache` show an old picture. */
function lookHash({ own, logo }: ClientLook): string {
  return createHash('sha256')
    .update(JSON.stringify([own, logo]))
    .digest('hex')
    .slice(0, 8)
}
