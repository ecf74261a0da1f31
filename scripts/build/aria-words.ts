import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Where React Aria gathers the words of one of its parts, in each of its languages. */
const GATHERED = /\/dist\/private\/(?:(?<part>\w+)\/)?intlStrings\.mjs$/

/**
 * React Aria speaks to screen readers in 34 languages, none of them Welsh, and each part brings all of them: a third of
 * the editor's script. Its parts get the portals' languages instead: its own English, and the Welsh of `folder`.
 */
export function ariaWords(folder: string): Plugin {
  const welshOf = (id: string) => {
    const found = GATHERED.exec(id)
    return found ? join(folder, `${found.groups?.part ?? 'components'}.cy.ts`) : null
  }
  return {
    name: 'rungs-aria-words',
    apply: 'build',
    transform(code, id) {
      const welsh = welshOf(id)
      if (welsh === null) return
      const english = /from "([^"]*\/en-US\.mjs)"/.exec(code)?.[1]
      if (english === undefined) return this.error(`no English words in ${id}`)
      const languages = { 'en-US': resolve(dirname(id), english), ...(existsSync(welsh) ? { cy: welsh } : {}) }
      const names = Object.entries(languages)
      return {
        code: [
          ...names.map(([, path], k) => `import words${k} from ${JSON.stringify(path)}`),
          `export default { ${names.map(([language], k) => `'${language}': words${k}`).join(', ')} }`,
        ].join('\n'),
        map: null,
      }
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        for (const [id, { renderedLength }] of Object.entries(file.type === 'chunk' ? file.modules : {})) {
          const welsh = welshOf(id)
          if (renderedLength > 0 && welsh !== null && !existsSync(welsh))
            this.error(`${id} is used, and ${welsh} is missing`)
        }
    },
  }
}
