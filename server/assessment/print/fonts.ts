import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Fonts are embedded, because the standard fonts of PDF readers lack the Welsh letters ŵ and ŷ. */
const files = {
  figtree: (weight: string) => `@expo-google-fonts/figtree/${weight}/Figtree_${weight}.ttf`,
  schibsted: (weight: string) => `@expo-google-fonts/schibsted-grotesk/${weight}/SchibstedGrotesk_${weight}.ttf`,
}
type Family = keyof typeof files

/** The font families of each theme. */
const families: Readonly<Record<string, { text: Family; display: Family }>> = {
  aquila: { text: 'figtree', display: 'figtree' },
  vault: { text: 'schibsted', display: 'schibsted' },
  tideway: { text: 'figtree', display: 'schibsted' },
}

/** Font files of a printed page: normal text, bold text, and display text for titles. */
export interface Fonts {
  text: Buffer
  bold: Buffer
  display: Buffer
}

const cache = new Map<string, Buffer>()

function font(family: Family, weight: string): Buffer {
  const path = files[family](weight)
  const file = cache.get(path) ?? readFileSync(fileURLToPath(import.meta.resolve(path)))
  cache.set(path, file)
  return file
}

export function fontsOf(theme: string): Fonts {
  const { text, display } = families[theme] ?? { text: 'figtree', display: 'figtree' }
  return { text: font(text, '400Regular'), bold: font(text, '700Bold'), display: font(display, '800ExtraBold') }
}
