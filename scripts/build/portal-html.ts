import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Portals that are installed as apps on phones and tablets. */
const INSTALLED: readonly string[] = ['parent', 'coach']

const INSTALL = `<link rel="manifest" href="/manifest.webmanifest" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />`

/** The page of a portal, made from the one template of all. */
export function portalHtml(web: string, portal: string): string {
  return readFileSync(join(web, 'portal.html'), 'utf8')
    .replaceAll('PORTAL', portal)
    .replace('<!-- install -->', INSTALLED.includes(portal) ? INSTALL : '')
}

/** Gives the build a page of each portal, as if it were a file beside the template. */
export function portalHtmlPlugin(web: string, portals: readonly string[]): Plugin {
  const portalOf = (id: string) => portals.find((portal) => id === join(web, `${portal}.html`))
  return {
    name: 'rungs-portal-html',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (portalOf(id) === undefined ? null : id),
    load(id) {
      const portal = portalOf(id)
      return portal === undefined ? null : portalHtml(web, portal)
    },
  }
}
