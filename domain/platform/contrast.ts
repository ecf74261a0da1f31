/** The pattern of a colour: `#rrggbb` in lower case. */
export const COLOUR = '^#[0-9a-f]{6}$'

/** A client's colours: `brand` of the header, `accent` on the header, `action` of buttons and links. */
export interface OwnTheme {
  brand: string
  accent: string
  action: string
}

/** The two colours of text on a client's colours: dark and light. */
const INK = '#14181c'
export const PAPER = '#ffffff'
/** The background of a page in light mode, which is darker than paper (`--canvas` in web/ui/tokens.css). */
const CANVAS = '#f1f4f6'

/** The least contrast of text (WCAG 2.2). */
const TEXT_CONTRAST = 4.5
/** The least contrast of icons and borders (WCAG 2.2). */
export const ICON_CONTRAST = 3

/** The relative luminance of a colour, by the formula of WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours by WCAG, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The colour of text on a background: ink or paper, whichever has more contrast. On some colours both have less than
 * `TEXT_CONTRAST`.
 */
export function readableOn(background: string): string {
  return contrast(background, PAPER) >= contrast(background, INK) ? PAPER : INK
}

interface ThemePair {
  field: keyof OwnTheme
  ratio: number
  least: number
}

/** For each colour of a theme: its contrast with the colour that it is used with, and the least that it must have. */
export function themePairs({ brand, accent, action }: OwnTheme): ThemePair[] {
  return [
    { field: 'brand', ratio: contrast(brand, readableOn(brand)), least: TEXT_CONTRAST },
    { field: 'accent', ratio: contrast(accent, brand), least: ICON_CONTRAST },
    { field: 'action', ratio: contrast(action, CANVAS), least: TEXT_CONTRAST },
  ]
}

/** With so much contrast to white, a colour that is lighter by 0.06 in OKLCH still has `TEXT_CONTRAST`. */
const LIGHTER_CONTRAST = 7

/** A colour with `TEXT_CONTRAST` to a page that is darker by so much in OKLCH has it to its soft colour, too. */
const INK_DARKER = 0.03

/**
 * A stylesheet with the client's colours for the theme of this name, which overrides tokens of web/ui/tokens.css. In
 * dark mode the header is darker, and accents, buttons and links are lighter.
 */
export function themeStyles(themeName: string, { brand, accent, action }: OwnTheme): string {
  const dark = `oklch(from ${action} 0.82 min(c, 0.1) h)`
  // light text on a colour that is not dark enough to be lighter
  const isDarker = readableOn(brand) === PAPER && contrast(brand, PAPER) < LIGHTER_CONTRAST
  const second = `calc(l ${isDarker ? '-' : '+'} 0.06)`
  return `@layer tokens {
  [data-theme='${themeName}'] {
    --brand: light-dark(${brand}, oklch(from ${brand} min(l, 0.3) min(c, 0.1) h));
    --brand-2: light-dark(oklch(from ${brand} ${second} c h), oklch(from ${brand} min(l + 0.06, 0.36) min(c, 0.1) h));
    --on-brand: light-dark(${readableOn(brand)}, ${PAPER});
    --on-brand-2: light-dark(${readableOn(brand)}, ${PAPER});
    --accent: light-dark(${accent}, oklch(from ${accent} max(l, 0.75) c h));
    --action: light-dark(${action}, ${dark});
    --action-2: light-dark(oklch(from ${action} calc(l - 0.06) c h), oklch(from ${action} 0.88 min(c, 0.08) h));
    --on-action: light-dark(${readableOn(action)}, ${INK});
    --action-ink: light-dark(oklch(from ${action} calc(l - ${INK_DARKER}) c h), ${dark});
    --action-soft: light-dark(oklch(from ${action} 0.95 min(c, 0.025) h), oklch(from ${action} 0.3 min(c, 0.05) h));
  }
}
`
}
