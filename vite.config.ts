import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaWords } from './scripts/build/aria-words.ts'
import { filesBelow } from './scripts/build/files-below.ts'

const root = import.meta.dirname
const web = join(root, 'web')

/** The build's version. It is compiled into the scripts, so it cannot depend on them; it has a hash of all sources. */
function buildVersion(): string {
  const hash = createHash('sha256')
  const sources = ['web', 'domain', 'contract', 'scripts/build'].flatMap((name) => filesBelow(join(root, name)))
  for (const path of [...sources, join(root, 'package-lock.json'), join(root, 'vite.config.ts')])
    hash.update(path.slice(root.length)).update(readFileSync(path))
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${version}+${hash.digest('hex').slice(0, 8)}`
}

/** What the development server (`scripts/dev/dev.ts`) and the build (`scripts/build/build-portals.ts`) share. */
export default defineConfig({
  root: web,
  base: '/',
  plugins: [react(), ariaWords(join(web, 'ui/aria-words'))],
  define: { __BUILD__: JSON.stringify({ version: buildVersion(), built: new Date().toISOString() }) },
  resolve: {
    alias: {
      ...Object.fromEntries(['contract', 'domain', 'web'].map((name) => [`#${name}`, join(root, name)])),
      // dexie's entry module imports the build for old browsers; all imports of dexie must resolve to the modern one
      dexie: join(root, 'node_modules/dexie/dist/modern/dexie.mjs'),
    },
  },
})
