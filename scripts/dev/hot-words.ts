import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { flattenWords } from '#server/platform/words.ts'
import { wordFolders } from '#server/tenants/client-words/portal-words.ts'

/** The message to open pages: the changed texts of a language by key. */
interface ChangedWords {
  language: string
  texts: Record<string, string>
}

/**
 * Sends changed texts to open pages, which keep their state; `web/shell/i18n/hot-words.ts` receives them there. Without
 * this plug-in a page would reload, because no module accepts updates of the files with texts.
 */
export function hotWords(): Plugin {
  /** The texts of each file by key, as the open pages have them. */
  const textsOfFile = new Map<string, Map<string, string>>()
  const parseTexts = (json: string) => new Map(flattenWords(JSON.parse(json)))
  const folders = wordFolders()
  return {
    name: 'rungs-hot-words',
    apply: 'serve',
    configureServer() {
      for (const path of folders.flatMap((folder) => ['en', 'cy'].map((language) => join(folder, `${language}.json`))))
        textsOfFile.set(path, parseTexts(readFileSync(path, 'utf8')))
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'module', src: '/shell/i18n/hot-words.ts' }, injectTo: 'body' },
    ],
    async hotUpdate({ file, read }) {
      if (this.environment.name !== 'client' || !folders.includes(dirname(file))) return undefined
      const before = textsOfFile.get(file)
      const after = parseTexts(await read())
      textsOfFile.set(file, after)
      const texts = Object.fromEntries([...after].filter(([key, text]) => before?.get(key) !== text))
      const changed: ChangedWords = { language: basename(file, '.json'), texts }
      this.environment.hot.send('rungs:words', changed)
      // no module is to be updated, so Vite does not reload the page
      return []
    },
  }
}
