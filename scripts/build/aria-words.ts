import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * React Aria's modules that import the texts of one part, such as `grid`, in all languages. The module without a part
 * imports those of the components.
 */
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
      const welshPath = welshFileOf(id)
      if (welshPath === null) return
      const englishPath = /from "([^"]*\/en-US\.mjs)"/.exec(code)?.[1]
      if (englishPath === undefined) return this.error(`no English words in ${id}`)
      const languages = {
        'en-US': resolve(dirname(id), englishPath),
        ...(existsSync(welshPath) ? { cy: welshPath } : {}),
      }
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
          const welshPath = welshFileOf(id)
          if (renderedLength > 0 && welshPath !== null && !existsSync(welshPath))
            this.error(`${id} is used, and ${welshPath} is missing`)
        }
    },
  }
}
