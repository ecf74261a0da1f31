// The server that `npm run dev` restarts whenever one of its files changes. It does not wait for open requests to end.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { openServer } from '#cli/serve.ts'
import { readEnv } from '#server/env.ts'
import { wordFolders } from '#server/tenants/client-words/portal-words.ts'
import { forgetWordings } from '#server/tenants/client-words/wording.ts'

const env = readEnv(process.env)
// themes and icons are served from their sources; Vite serves the pages
const webRoot = join(import.meta.dirname, '../../web/ui')
await openServer(env, env.databaseUrl ?? '', env.demo === true, webRoot)
console.log(`The server answers, ${process.uptime().toFixed(1)} s after its start.`)
// the portals' texts are read again without a restart
for (const folder of wordFolders()) watch(folder, forgetWordings)
// Standard input ends when the command `npm run dev` was killed. The watcher is the parent of this process and would
// keep running, so it is ended.
process.stdin.resume().once('end', () => process.kill(process.ppid))
