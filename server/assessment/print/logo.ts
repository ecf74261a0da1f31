import { paperLogo, type ClientLook } from '#server/tenants/clients/look.ts'
import { fitPng, storedPng } from '#server/platform/files/picture.ts'
import type { FileStore } from '#server/platform/files/storage.ts'

export interface Logo {
  picture: Buffer
  /** Width by height. */
  ratio: number
  /** On a ground of its own, whose corners are cut. */
  icon: boolean
}

/** Who heads a page of paper. */
export interface Head {
  name: string
  logo: Logo
}

/** A club as paper needs it. */
export interface PaperClub {
  name: string
  logo_file_id: string | null
}

/** Pixels along the longer side: sharp in print at the size of a letterhead. */
const WITHIN = { width: 600, height: 600 }

/** The club with its own logo, else the tenant. */
export async function headOf(
  files: FileStore,
  letterhead: { client: string; look: ClientLook },
  club: PaperClub | null,
): Promise<Head> {
  const { client, look } = letterhead
  const id = club?.logo_file_id ?? null
  const png = id === null ? null : await storedPng(files, look.clientId, id)
  if (club === null || png === null) return { name: client, logo: { ...(await paperLogo(files, look)), icon: true } }
  const { data, width, height } = await fitPng(png, WITHIN)
  return { name: club.name, logo: { picture: data, ratio: width / height, icon: false } }
}
