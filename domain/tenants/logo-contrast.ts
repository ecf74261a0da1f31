import { contrast, ICON_CONTRAST, PAPER } from '#domain/platform/contrast.ts'
import { oklchOf, srgbOf } from '#domain/platform/oklch.ts'

/** `--surface` of web/ui/tokens.css in dark mode, without the slight hue of a theme. */
const DARK_SURFACE = srgbOf({ l: 0.222, c: 0, h: 0 })

/** The backgrounds on which a logo is shown in light and in dark mode. */
export interface LogoBackgrounds {
  light: string
  dark: string
}

/** The backgrounds of a club's logo. A client's logo stands on the client's own brand colour. */
export const CLUB_BACKGROUNDS: LogoBackgrounds = { light: PAPER, dark: DARK_SURFACE }

/** A client's brand colour in dark mode, computed like `--brand` in `themeStyles`. */
export function darkBrand(brand: string): string {
  const { l, c, h } = oklchOf(brand)
  return srgbOf({ l: Math.min(l, 0.3), c: Math.min(c, 0.1), h })
}

/** A pixel whose alpha (0 to 255) is below this counts as invisible. */
const VISIBLE_ALPHA = 32
/**
 * The share of the visible pixels that must stand out. It is small, because a logo may be thin letters on an area that
 * has the colour of the background.
 */
const MIN_SHARE = 0.05

/**
 * How well a picture is seen on a background, as a contrast ratio by WCAG: the highest ratio that `MIN_SHARE` of its
 * visible pixels reach. `pixels` are red, green, blue and alpha, one byte each. It is 1 when no pixel is visible.
 */
export function logoContrast(pixels: Uint8Array, background: string): number {
  const backgroundChannels = [1, 3, 5].map((start) => Number.parseInt(background.slice(start, start + 2), 16))
  /** The ratio of each colour (as a number), computed once, because most pixels have one of a few colours. */
  const ratioByColour = new Map<number, number>()
  const ratios: number[] = []
  for (let start = 0; start + 3 < pixels.length; start += 4) {
    const alpha = pixels[start + 3] ?? 0
    if (alpha < VISIBLE_ALPHA) continue
    // the colour that is seen where a translucent pixel lies on the background
    const colour = backgroundChannels.reduce((sum, backgroundChannel, index) => {
      const channel = Math.round(((pixels[start + index] ?? 0) * alpha + backgroundChannel * (255 - alpha)) / 255)
      return sum * 256 + channel
    }, 0)
    const ratio = ratioByColour.get(colour) ?? contrast(`#${colour.toString(16).padStart(6, '0')}`, background)
    ratioByColour.set(colour, ratio)
    ratios.push(ratio)
  }
  const descending = Float64Array.from(ratios).sort().reverse()
  return descending[Math.ceil(descending.length * MIN_SHARE) - 1] ?? 1
}

/** Whether a logo with this contrast is seen well enough: it needs as much as an icon. */
export const hasIconContrast = (ratio: number): boolean => ratio >= ICON_CONTRAST
