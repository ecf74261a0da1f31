import { paperLogo, type ClientLook } from '#server/tenants/clients/look.ts'
import { fitPng, storedPng } from '#server/platform/files/picture.ts'
import type { FileStore } from '#server/platform/files/storage.ts'

/** A logo as it is drawn on a printed page. */
export interface Logo {
  picture: Buffer
  /** Width divided by height. */
  ratio: number
  /** True for the tenant's icon, whose background is drawn with rounded corners. */
  icon: boolean
}

/** The name and logo at the top of a printed page: a club's or the tenant's. */
export interface PageHeader {
  name: string
  logo: Logo
}

/** What a printed page needs of a club. */
export interface PaperClub {
  name: string
  logo_file_id: string | null
}

/** The largest size of a logo in pixels: enough to be sharp in print at the size of a letterhead. */
const MAX_PIXELS = { width: 600, height: 600 }

/** The club's name and logo if it has a logo of its own, otherwise the tenant's. */
export async function pageHeaderOf(
  files: FileStore,
  letterhead: { client: string; look: ClientLook },
  club: PaperClub | null,
): Promise<PageHeader> {
  const { client, look } = letterhead
  const id = club?.logo_file_id ?? null
  const png = id === null ? null : await storedPng(files, look.clientId, id)
  if (club === null || png === null) return { name: client, logo: { ...(await paperLogo(files, look)), icon: true } }
  const { data, width, height } = await fitPng(png, MAX_PIXELS)
  return { name: club.name, logo: { picture: data, ratio: width / height, icon: false } }
}
