import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { OwnTheme } from '#domain/platform/contrast.ts'
import { fitPng, storedPng } from '#server/platform/files/picture.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { lookOf, looks } from '#server/platform/mail/look.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** How a client looks: its theme, and of its own over it colours and a logo. */
export interface ClientLook {
  clientId: string
  theme: string
  own: OwnTheme | null
  /** A file. */
  logo: string | null
}

/** The look of the tenant set on the transaction. */
export async function readLook(tx: Tx): Promise<ClientLook> {
  const { rows } = await tx.query<ClientLook>(
    'SELECT client_id AS "clientId", theme_name AS theme, own_theme AS own, logo_file_id AS logo FROM clients',
  )
  const [row] = rows
  if (!row) throw new Refusal('UNKNOWN_HOST')
  return row
}

/** Three times what a head shows. */
const LOGO = { width: 480, height: 96 }
/** Of an icon's side, corner to corner: what a mask may cut off lies outside the middle four fifths. */
const INNER = 0.79
/** Round a logo on paper, of its height. */
const MARGIN = 0.25
/** Pictures kept drawn: a logo and three icons of a good many clients. */
const MOST_KEPT = 400

const drawn = new Map<string, Promise<Buffer>>()

function keep(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const known = drawn.get(key)
  if (known) return known
  const [oldest] = drawn.keys()
  if (drawn.size >= MOST_KEPT && oldest !== undefined) drawn.delete(oldest)
  const picture = draw()
  drawn.set(key, picture)
  picture.catch(() => drawn.delete(key))
  return picture
}

/** The client's own logo, or its theme's: also where the own one cannot be drawn. */
async function logoOf(files: FileStore, look: ClientLook): Promise<Buffer> {
  const own = look.logo === null ? null : await storedPng(files, look.clientId, look.logo)
  return own ?? readFile(built(`themes/${themeOf(look)}.svg`))
}

/** The logo on nothing; it is drawn for grounds of the client's colour. */
export function logoPicture(files: FileStore, look: ClientLook): Promise<Buffer> {
  const { clientId, logo } = look
  return keep(
    logo === null ? themeOf(look) : `${clientId}/${logo}`,
    async () => (await fitPng(await logoOf(files, look), LOGO)).data,
  )
}

/** Where the icon of a look lies: the theme's, or one of its own under a name that changes with it. */
export function iconPath(look: ClientLook, size: number): string {
  if (look.own === null && look.logo === null) return `/icons/${themeOf(look)}-${size}.png`
  return `/themes/icon-${size}-${lookHash(look)}.png`
}

/** The logo on its ground, square. */
export function iconPicture(files: FileStore, look: ClientLook, size: number): Promise<Buffer> {
  const { clientId, theme, own, logo } = look
  if (own === null && logo === null)
    return keep(`${themeOf(look)}/${size}`, () => readFile(built(`icons/${themeOf(look)}-${size}.png`)))
  return keep(`${clientId}/${lookHash(look)}/${size}`, async () => {
    const logoPixels = await logoOf(files, look)
    const { width, height } = await sharp(logoPixels).metadata()
    const scale = (size * INNER) / Math.hypot(width, height)
    const within = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
    const { data: inner } = await fitPng(logoPixels, within)
    return sharp({ create: { width: size, height: size, channels: 4, background: lookOf(theme, own).brand } })
      .composite([{ input: inner }])
      .png()
      .toBuffer()
  })
}

/** The logo on its ground as paper bears it: an own one as wide as it is. */
export async function paperLogo(files: FileStore, look: ClientLook): Promise<{ picture: Buffer; ratio: number }> {
  if (look.logo === null) return { picture: await iconPicture(files, look, 192), ratio: 1 }
  const picture = await keep(`${look.clientId}/${lookHash(look)}/paper`, async () => {
    const margin = Math.round(LOGO.height * MARGIN)
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

function built(path: string): URL {
  return new URL(`../../../web/ui/${path}`, import.meta.url)
}

function themeOf({ theme }: ClientLook): string {
  return Object.hasOwn(looks, theme) ? theme : 'rungs'
}

function lookHash({ own, logo }: ClientLook): string {
  return createHash('sha256')
    .update(JSON.stringify([own, logo]))
    .digest('hex')
    .slice(0, 8)
}
