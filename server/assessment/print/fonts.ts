import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Embedded, because the fonts that every reader has know no ŵ and ŷ. */
const files = {
  figtree: (weight: string) => `@expo-google-fonts/figtree/${weight}/Figtree_${weight}.ttf`,
  schibsted: (weight: string) => `@expo-google-fonts/schibsted-grotesk/${weight}/SchibstedGrotesk_${weight}.ttf`,
}
type Family = keyof typeof files

/** As the themes have it. */
const families: Readonly<Record<string, { text: Family; display: Family }>> = {
  aquila: { text: 'figtree', display: 'figtree' },
  vault: { text: 'schibsted', display: 'schibsted' },
  tideway: { text: 'figtree', display: 'schibsted' },
}

export interface Fonts {
  text: Buffer
  bold: Buffer
  display: Buffer
}

const read = new Map<string, Buffer>()

function font(family: Family, weight: string): Buffer {
  const path = files[family](weight)
  const known = read.get(path) ?? readFileSync(fileURLToPath(import.meta.resolve(path)))
  read.set(path, known)
  return known
}

export function fontsOf(theme: string): Fonts {
  const { text, display } = families[theme] ?? { text: 'figtree', display: 'figtree' }
  return { text: font(text, '400Regular'), bold: font(text, '700Bold'), display: font(display, '800ExtraBold') }
}
