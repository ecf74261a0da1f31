// The server that `npm run dev` starts anew whenever a file of it changes. It ends at once, without waiting for anybody.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { openServer } from '#cli/serve.ts'
import { readEnv } from '#server/env.ts'
import { wordFolders } from '#server/tenants/client-words/portal-words.ts'
import { forgetWordings } from '#server/tenants/client-words/wording.ts'

const env = readEnv(process.env)
// themes and icons from their sources; pages come from Vite
const webRoot = join(import.meta.dirname, '../../web/ui')
await openServer(env, env.databaseUrl ?? '', env.demo === true, webRoot)
console.log(`The server answers, ${process.uptime().toFixed(1)} s after its start.`)
// the portals' words are no reason for another start
for (const folder of wordFolders()) watch(folder, forgetWordings)
// the command was killed, and the watcher would go on
process.stdin.resume().once('end', () => process.kill(process.ppid))
