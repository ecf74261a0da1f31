import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Portals that are installed as apps on phones and tablets. */
const INSTALLED: readonly string[] = ['parent', 'coach']

/** The links that browsers need to install a portal. */
const INSTALL_LINKS = `<link rel="manifest" href="/manifest.webmanifest" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />`

/** The HTML page of a portal, made from the template `portal.html`, which all portals share. */
export function portalHtml(web: string, portal: string): string {
  return readFileSync(join(web, 'portal.html'), 'utf8')
    .replaceAll('PORTAL', portal)
    .replace('<!-- install -->', INSTALLED.includes(portal) ? INSTALL_LINKS : '')
}

/** Gives the build one page for each portal, as if there were a file such as `coach.html` beside the template. */
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
