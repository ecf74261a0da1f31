import type { OpenStore } from '#server/platform/files/storage.ts'
import { changeLogin, close, rename } from './client-change.ts'
import { create } from './client-create.ts'
import { exportClient } from './client-export.ts'
import { importClient } from './client-import.ts'
import { list, show } from './client-show.ts'
import { wrongUsage } from '../usage.ts'

const verbs = new Map<string, (args: string[], ownerUrl: string, openStore: OpenStore) => Promise<string>>([
  ['create', create],
  ['list', list],
  ['show', show],
  ['set', changeLogin],
  ['rename', rename],
  ['close', close],
  ['export', exportClient],
  ['import', importClient],
])

/**
 * Makes, shows and changes clients. It runs as the owner of the database, because the application's role may not write
 * host names.
 */
export async function client([verb = '', ...args]: string[], ownerUrl: string, openStore: OpenStore): Promise<string> {
  const work = verbs.get(verb)
  if (!work) throw wrongUsage('client')
  return work(args, ownerUrl, openStore)
}
