import { readableOn, type OwnTheme } from '#domain/platform/contrast.ts'

/** Colours of a mail: mail programs know neither oklch nor custom properties, so they are the theme's light values in sRGB. */
export interface Look {
  brand: string
  onBrand: string
  accent: string
  action: string
  onAction: string
  actionInk: string
}

const plain: Look = {
  brand: '#2a3744',
  onBrand: '#fafcfe',
  accent: '#a6d6ee',
  action: '#305275',
  onAction: '#ffffff',
  actionInk: '#2e5072',
}

/** A test ties them to `web/ui/themes`. */
export const looks: Readonly<Record<string, Look>> = {
  aquila: {
    brand: '#00405c',
    onBrand: '#f8fdfe',
    accent: '#6fe3e9',
    action: '#055c83',
    onAction: '#ffffff',
    actionInk: '#03567d',
  },
  vault: {
    brand: '#5e1745',
    onBrand: '#fefbfc',
    accent: '#8fcbfe',
    action: '#8c236e',
    onAction: '#ffffff',
    actionInk: '#87236a',
  },
  tideway: {
    brand: '#24462c',
    onBrand: '#fcfcf6',
    accent: '#eec469',
    action: '#824121',
    onAction: '#ffffff',
    actionInk: '#7e3e1e',
  },
}

/** A theme's colours, or the client's own over them. */
export function lookOf(theme: string, own: OwnTheme | null = null): Look {
  const look = looks[theme] ?? plain
  if (own === null) return look
  const { brand, accent, action } = own
  return { brand, onBrand: readableOn(brand), accent, action, onAction: readableOn(action), actionInk: action }
}
