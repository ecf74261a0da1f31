import { contrast, ICON_CONTRAST, PAPER } from '#domain/platform/contrast.ts'
import { oklchOf, srgbOf } from '#domain/platform/oklch.ts'

/** The background of pages in dark mode, without the slight hue of a theme. */
const DARK_PAGE = srgbOf({ l: 0.222, c: 0, h: 0 })

/** The backgrounds of a logo: the client's own colour for a client's logo, pages and paper for a club's. */
export interface LogoBackgrounds {
  light: string
  dark: string
}

export const CLUB_BACKGROUNDS: LogoBackgrounds = { light: PAPER, dark: DARK_PAGE }

/** A client's own colour in dark mode, computed as in `themeStyles`. */
export function darkBrand(brand: string): string {
  const { l, c, h } = oklchOf(brand)
  return srgbOf({ l: Math.min(l, 0.3), c: Math.min(c, 0.1), h })
}

/** A pixel whose alpha is below this counts as invisible. */
const VISIBLE_ALPHA = 32
/**
 * The share of the visible pixels that must stand out; thin letters on a plate of the background's colour are not more.
 */
const MIN_SHARE = 0.05

/**
 * How well a picture is seen on a background, as a contrast ratio by WCAG: a twentieth of its visible pixels have at
 * least this contrast. `pixels` are red, green, blue and alpha, one byte each. It is 1 when no pixel is visible.
 */
export function logoContrast(pixels: Uint8Array, background: string): number {
  const backgroundParts = [1, 3, 5].map((start) => Number.parseInt(background.slice(start, start + 2), 16))
  /** By colour, as a number: most pixels of a logo have the same few colours. */
  const ratioByColour = new Map<number, number>()
  const ratios: number[] = []
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0
    if (alpha < VISIBLE_ALPHA) continue
    // the colour that is seen where a translucent pixel lies on the background
    const colour = backgroundParts.reduce((sum, backgroundPart, k) => {
      const part = Math.round(((pixels[at + k] ?? 0) * alpha + backgroundPart * (255 - alpha)) / 255)
      return sum * 256 + part
    }, 0)
    const ratio = ratioByColour.get(colour) ?? contrast(`#${colour.toString(16).padStart(6, '0')}`, background)
    ratioByColour.set(colour, ratio)
    ratios.push(ratio)
  }
  const best = Float64Array.from(ratios).sort().reverse()
  return best[Math.ceil(best.length * MIN_SHARE) - 1] ?? 1
}

/** Whether a logo with this contrast is seen well enough: it needs as much as an icon. */
export const hasIconContrast = (ratio: number): boolean => ratio >= ICON_CONTRAST
