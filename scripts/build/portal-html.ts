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

/** Gives the build of a portal its page, as if there were a file such as `coach.html` beside the template. */
export function portalHtmlPlugin(web: string, portal: string): Plugin {
  const page = join(web, `${portal}.html`)
  return {
    name: 'rungs-portal-html',
    enforce: 'pre',
    resolveId: (id) => (id === page ? id : null),
    load: (id) => (id === page ? portalHtml(web, portal) : null),
  }
}

/**
 * Puts styles before scripts and gives scripts a low priority, so that the page's loading picture is drawn while
 * scripts load.
 */
export const stylesFirst: Plugin = {
  name: 'rungs-styles-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
      return styles
        .reduce((rest, style) => rest.replace(style, ''), html)
        .replace(/ *<script type="module"/, (first) => styles.join('') + first)
        .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
    },
  },
}
