import { some } from '#db/doctor/finding.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { rotateSecrets } from '#db/rotate-secrets.ts'
import type { Env } from '#server/env.ts'
import { readSecrets } from '#server/platform/secret.ts'
import { wrongUsage } from './usage.ts'

/** Encrypts with `SECRET` what `SECRET_OTHER` still encrypts. The servers go on meanwhile. */
export async function secret([verb, ...rest]: string[], env: Env, ownerUrl: string): Promise<string> {
  if (verb !== 'rotate' || rest.length > 0) throw wrongUsage('secret')
  if (env.otherSecret === null)
    throw new Error('SECRET_OTHER is not set: set SECRET to the new secret and SECRET_OTHER to the old one')
  const { count, broken } = await rotateSecrets(ownerUrl, await openSecrets(ownerUrl, ...(await readSecrets(env))))
  const done = `${count} values are encrypted anew`
  if (broken.length > 0) throw new Error(`${done}, but neither secret decrypts ${some(broken)}`)
  return `${done}. When every server runs with this SECRET, SECRET_OTHER is no longer needed; rungs doctor says whether anything still needs it.`
}
