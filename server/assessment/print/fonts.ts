import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Fonts are embedded, because the standard fonts of PDF readers lack the Welsh letters ŵ and ŷ. */
const files = {
  figtree: (weight: string) => `@expo-google-fonts/figtree/${weight}/Figtree_${weight}.ttf`,
  schibsted: (weight: string) => `@expo-google-fonts/schibsted-grotesk/${weight}/SchibstedGrotesk_${weight}.ttf`,
  latin: (weight: string) => `@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`,
  hebrew: (weight: string) => `@expo-google-fonts/noto-sans-hebrew/${weight}/NotoSansHebrew_${weight}.ttf`,
  arabic: (weight: string) => `@expo-google-fonts/noto-sans-arabic/${weight}/NotoSansArabic_${weight}.ttf`,
}
type Family = keyof typeof files
/** Families for letters that those of the themes lack; `latin` has also Vietnamese, Greek and Cyrillic ones. */
export type OtherFamily = 'latin' | 'hebrew' | 'arabic'

/** The font families of each theme. */
const families: Readonly<Record<string, { text: Family; display: Family }>> = {
  aquila: { text: 'figtree', display: 'figtree' },
  vault: { text: 'schibsted', display: 'schibsted' },
  tideway: { text: 'figtree', display: 'schibsted' },
}

/** Normal text, bold text, and display text for titles, and where each lies in a family's package. */
const weights = { text: '400Regular', bold: '700Bold', display: '800ExtraBold' } as const
export type Weight = keyof typeof weights

/** The theme's font files of a printed page. */
export type Fonts = Record<Weight, Buffer>

const cache = new Map<string, Buffer>()

function font(family: Family, weight: Weight): Buffer {
  const path = files[family](weights[weight])
  const file = cache.get(path) ?? readFileSync(fileURLToPath(import.meta.resolve(path)))
  cache.set(path, file)
  return file
}

export function fontsOf(theme: string): Fonts {
  const { text, display } = families[theme] ?? { text: 'figtree', display: 'figtree' }
  return { text: font(text, 'text'), bold: font(text, 'bold'), display: font(display, 'display') }
}

export function otherFont(family: OtherFamily, weight: Weight): Buffer {
  return font(family, weight)
}
