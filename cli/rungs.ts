#!/usr/bin/env node
import { migrate } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { grantLogin } from '#db/roles.ts'
import { readEnv, type Env } from '#server/env.ts'
import { readSecret } from '#server/platform/secret.ts'
import { client } from './client.ts'
import { withDatabase } from './database.ts'
import { invite } from './invite.ts'
import { maintenance } from './maintenance.ts'
import { provider } from './provider.ts'
import { roster } from './roster.ts'
import { secondFactor } from './second-factor.ts'
import { runServer } from './serve.ts'
import { allUsages, isCommand, type Command } from './usage.ts'

const [command = 'serve', ...args] = process.argv.slice(2)

/** A command that runs `work` with the rights of the application's role and prints the text that it returns. */
const withAppRole = (work: (args: string[], appUrl: string) => Promise<string>) => (env: Env) =>
  withDatabase(env, async (ownerUrl) => console.log(await work(args, await grantLogin(ownerUrl))))

const commands: Record<Command, (env: Env) => Promise<void>> = {
  serve: runServer,
  migrate: (env) =>
    withDatabase(env, async (ownerUrl) => {
      await migrate(ownerUrl)
      // Encrypts secrets that an older version stored in clear. Without SECRET, the key is in the data folder, and the
      // server does this when it starts.
      if (env.secret !== null) await openSecrets(ownerUrl, Buffer.from(env.secret))
    }),
  client: (env) =>
    withDatabase(env, async (ownerUrl) => {
      await migrate(ownerUrl)
      console.log(await client(args, ownerUrl))
    }),
  invite: withAppRole(invite),
  'second-factor': withAppRole(secondFactor),
  provider: (env) =>
    withDatabase(env, async (ownerUrl) => {
      const openSecretBox = async () => openSecrets(ownerUrl, await readSecret(env.secret, env.dataDir))
      console.log(await provider(args, await grantLogin(ownerUrl), openSecretBox))
    }),
  roster: withAppRole(roster),
  maintenance: withAppRole(maintenance),
  help: async () => console.log(allUsages().join('\n')),
}

try {
  if (isCommand(command)) await commands[command](readEnv(process.env))
  else {
    console.error(`rungs: unknown command "${command}"; there are ${Object.keys(commands).join(', ')}`)
    process.exitCode = 2
  }
} catch (error) {
  console.error(`rungs: ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exitCode = 1
}
