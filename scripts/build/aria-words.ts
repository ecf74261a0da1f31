import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The modules of React Aria that import the texts of one of its packages in all languages. */
const INTL_STRINGS = /\/dist\/private\/(?:(?<part>\w+)\/)?intlStrings\.mjs$/

/**
 * Replaces the languages of React Aria's texts for screen readers by those of the portals: its own English, and the
 * Welsh of `folder`. React Aria has 34 languages without Welsh, which would be a third of the editor's script.
 */
export function ariaWords(folder: string): Plugin {
  const welshFileOf = (id: string) => {
    const match = INTL_STRINGS.exec(id)
    return match ? join(folder, `${match.groups?.part ?? 'components'}.cy.ts`) : null
  }
  return {
    name: 'rungs-aria-words',
    apply: 'build',
    transform(code, id) {
      const welsh = welshFileOf(id)
      if (welsh === null) return
      const english = /from "([^"]*\/en-US\.mjs)"/.exec(code)?.[1]
      if (english === undefined) return this.error(`no English words in ${id}`)
      const languages = { 'en-US': resolve(dirname(id), english), ...(existsSync(welsh) ? { cy: welsh } : {}) }
      const files = Object.entries(languages)
      return {
        code: [
          ...files.map(([, path], index) => `import words${index} from ${JSON.stringify(path)}`),
          `export default { ${files.map(([language], index) => `'${language}': words${index}`).join(', ')} }`,
        ].join('\n'),
        map: null,
      }
    },
    // texts that the portals use must have a Welsh file; texts that were dropped from the chunks need none
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        for (const [id, { renderedLength }] of Object.entries(file.type === 'chunk' ? file.modules : {})) {
          const welsh = welshFileOf(id)
          if (renderedLength > 0 && welsh !== null && !existsSync(welsh))
            this.error(`${id} is used, and ${welsh} is missing`)
        }
    },
  }
}
