import type { LogoContrast } from '#contract/platform/files.ts'
import {
  CLUB_BACKGROUNDS,
  darkBrand,
  logoContrast,
  hasIconContrast,
  type LogoBackgrounds,
} from '#domain/tenants/logo-contrast.ts'
import { srgbOf } from '#domain/platform/oklch.ts'
import type { FileRow } from '#server/platform/files/file-row.ts'
import { pixelsOf, storedPng } from '#server/platform/files/picture.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { lookOf } from '#server/platform/mail/look.ts'
import type { ClientLook } from './look.ts'

/** The brand colour (`--brand`) of each theme in dark mode. A test keeps them in step with `web/ui/themes`. */
export const darkBrands: Readonly<Record<string, string>> = {
  aquila: srgbOf({ l: 0.27, c: 0.055, h: 236 }),
  vault: srgbOf({ l: 0.265, c: 0.08, h: 345 }),
  tideway: srgbOf({ l: 0.265, c: 0.042, h: 150 }),
  rungs: srgbOf({ l: 0.26, c: 0.025, h: 250 }),
}

/** The backgrounds on which a logo stands, in light and in dark mode. */
function backgroundsOf({ theme, own }: ClientLook, purpose: FileRow['purpose']): LogoBackgrounds {
  if (purpose === 'club-logo') return CLUB_BACKGROUNDS
  const { brand } = lookOf(theme, own)
  const themeDark = darkBrands[theme] ?? darkBrands['rungs'] ?? brand
  return { light: brand, dark: own === null ? themeDark : darkBrand(brand) }
}

/** How well a stored logo is visible on its backgrounds; empty for a file that cannot be drawn. */
export async function logoContrasts(
  files: FileStore,
  look: ClientLook,
  file: Pick<FileRow, 'id' | 'purpose'>,
): Promise<LogoContrast[]> {
  const png = await storedPng(files, look.clientId, file.id)
  if (png === null) return []
  const pixels = await pixelsOf(png)
  const backgrounds = backgroundsOf(look, file.purpose)
  return (['light', 'dark'] as const).map((mode) => {
    const contrast = logoContrast(pixels, backgrounds[mode])
    // In the contract `ground` is the background, and `seen` says whether the logo is visible on it.
    return { mode, ground: backgrounds[mode], contrast, seen: hasIconContrast(contrast) }
  })
}
