import { contrast, MARK_CONTRAST, PAPER } from '#domain/platform/contrast.ts'
import { oklchOf, srgbOf } from '#domain/platform/oklch.ts'

/** The surface of dark pages, without the trace of hue that a theme gives it. */
const NIGHT = srgbOf({ l: 0.222, c: 0, h: 0 })

/** Where a logo stands: a client's on its own colour, a club's on pages and paper. */
export interface LogoGrounds {
  light: string
  dark: string
}

export const CLUB_GROUNDS: LogoGrounds = { light: PAPER, dark: NIGHT }

/** A client's own colour as its theme has it in the dark (`themeStyles`). */
export function darkBrand(brand: string): string {
  const { l, c, h } = oklchOf(brand)
  return srgbOf({ l: Math.min(l, 0.3), c: Math.min(c, 0.1), h })
}

/** What is less opaque than this nobody sees. */
const FAINT = 32
/** So much of what can be seen must stand out: thin letters on a plate of the ground's colour are no more. */
const LEAST_PART = 0.05

/**
 * How well a picture is seen on a ground, as WCAG's contrast: that of the twentieth of its visible pixels that stands
 * out most. `pixels` are red, green, blue, alpha, a byte each; 1 where nothing is to be seen at all.
 */
export function logoContrast(pixels: Uint8Array, ground: string): number {
  const under = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16))
  const known = new Map<number, number>()
  const ratios: number[] = []
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0
    if (alpha < FAINT) continue
    const mixed = under.reduce((colour, below, k) => {
      const part = Math.round(((pixels[at + k] ?? 0) * alpha + below * (255 - alpha)) / 255)
      return colour * 256 + part
    }, 0)
    const ratio = known.get(mixed) ?? contrast(`#${mixed.toString(16).padStart(6, '0')}`, ground)
    known.set(mixed, ratio)
    ratios.push(ratio)
  }
  const best = Float64Array.from(ratios).sort().reverse()
  return best[Math.ceil(best.length * LEAST_PART) - 1] ?? 1
}

/** It wants to be seen as any mark does. */
export const standsOut = (ratio: number): boolean => ratio >= MARK_CONTRAST
