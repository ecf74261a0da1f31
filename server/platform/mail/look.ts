import { readableOn, type OwnTheme } from '#domain/platform/contrast.ts'

/**
 * The colours of a mail: the theme's light values in sRGB, because mail programs support neither oklch nor custom
 * properties. `onBrand` and `onAction` are the colours of text on these backgrounds, `actionInk` is that of links.
 */
export interface Look {
  brand: string
  onBrand: string
  accent: string
  action: string
  onAction: string
  actionInk: string
}

/** The colours of a theme that has no colours here. */
const plainLook: Look = {
  brand: '#2a3744',
  onBrand: '#fafcfe',
  accent: '#a6d6ee',
  action: '#305275',
  onAction: '#ffffff',
  actionInk: '#2e5072',
}

/** The colours of each theme. A test keeps them in step with `web/ui/themes`. */
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

/** The colours of a theme, or the client's own colours when it has any. */
export function lookOf(theme: string, own: OwnTheme | null = null): Look {
  const look = looks[theme] ?? plainLook
  if (own === null) return look
  const { brand, accent, action } = own
  return { brand, onBrand: readableOn(brand), accent, action, onAction: readableOn(action), actionInk: action }
}
