import { parseArgs } from 'node:util'
import { migrate } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { readEnv, type Env } from '#server/env.ts'
import { Addresses } from '#server/platform/http/addresses.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { readSecrets } from '#server/platform/secret.ts'
import type { Database } from '#server/platform/tenancy.ts'
import { backup } from './backup.ts'
import { client } from './client/client.ts'
import { club } from './club.ts'
import { withDatabase, type Urls } from './database.ts'
import { distribute } from './distribute.ts'
import { doctor, Failed } from './doctor.ts'
import { lineOf } from './error-line.ts'
import { eraseAgain } from './erase-again.ts'
import { host } from './host.ts'
import { invite } from './invite.ts'
import { key } from './key.ts'
import { maintenance } from './maintenance.ts'
import { provider } from './provider.ts'
import { restore } from './restore.ts'
import { restored } from './restored.ts'
import { roster } from './roster.ts'
import { secondFactor } from './second-factor.ts'
import { secret } from './secret.ts'
import { runServer } from './serve.ts'
import { user } from './user.ts'
import { allUsages, isCommand, usagesOf, wrongUsage, WrongUsage, type Command } from './usage.ts'

/** Where a command writes: its result as text, and what went wrong as one line. */
export interface Output {
  out: (text: string) => void
  error: (line: string) => void
}

/** Runs a command and returns the text that it prints; null when it has none. */
type Run = (args: string[], env: Env, urls: Urls) => Promise<string | Failed | null>

/** A command that works with the rights of the application's role. */
const withAppRole =
  (work: (args: string[], appUrl: string) => Promise<string>): Run =>
  async (args, _env, { appUrl }) =>
    work(args, await appUrl())

/** A command that works with the rights of the owner, because only the owner may write host names. */
const withOwner =
  (work: (args: string[], ownerUrl: string, env: Env) => Promise<string>): Run =>
  async (args, env, { ownerUrl }) => {
    await migrate(ownerUrl())
    return work(args, ownerUrl(), env)
  }

/** The commands that work on the database, beside a running server or without one. */
const commands: Record<Exclude<Command, 'serve' | 'help'>, Run> = {
  async migrate(args, env, { ownerUrl, appUrl }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { contract: { type: 'boolean', default: false } },
    })
    if (positionals.length > 0) throw wrongUsage('migrate')
    await migrate(ownerUrl(), values)
    await eraseAgain(ownerUrl())
    await appUrl()
    // Encrypts secrets that an older version stored in clear. Without SECRET, the key is in the data folder, and the
    // server does this when it starts.
    if (env.secret !== null) await openSecrets(ownerUrl(), ...(await readSecrets(env)))
    return null
  },
  client: withOwner((args, ownerUrl, env) => client(args, ownerUrl, () => openFiles(env.dataDir, env.filesUrl))),
  club: withAppRole(club),
  host: withOwner(host),
  async invite(args, env, { appUrl }) {
    const addressesOf = (db: Database) => new Addresses(db, env.publicScheme, env.publicPort ?? env.port)
    return invite(args, await appUrl(), addressesOf)
  },
  user: withAppRole(user),
  'second-factor': withAppRole(secondFactor),
  async provider(args, env, { ownerUrl, appUrl }) {
    const openSecretBox = async () => openSecrets(ownerUrl(), ...(await readSecrets(env)))
    return provider(args, await appUrl(), openSecretBox)
  },
  key: async (args, env, { ownerUrl }) =>
    key(args, ownerUrl(), async () => openSecrets(ownerUrl(), ...(await readSecrets(env)))),
  secret: async (args, env, { ownerUrl }) => secret(args, env, ownerUrl()),
  roster: withAppRole(roster),
  maintenance: withAppRole(maintenance),
  backup: async (args, env, { ownerUrl }) => backup(args, env, ownerUrl()),
  async restore(args, env, { ownerUrl, appUrl }) {
    const text = await restore(args, env, ownerUrl())
    // in another cluster there is no role of the application yet
    await appUrl()
    return text
  },
  restored: async (args, _env, { ownerUrl }) => restored(args, ownerUrl()),
  distribute: async (args, _env, { ownerUrl }) => distribute(args, ownerUrl()),
  doctor: async (args, env, urls) => doctor(args, env, urls),
}

/**
 * Runs `rungs` with these arguments. Returns the exit code: 0 when the command did its work, 1 when it failed or
 * refused, 2 when there is no such command or it has no such arguments.
 */
export async function run(
  argv: string[],
  vars: NodeJS.ProcessEnv,
  output: Output,
  openDatabase: typeof withDatabase = withDatabase,
): Promise<0 | 1 | 2> {
  const [name = 'serve', ...args] = argv
  try {
    const help = helpFor(name, args)
    if (help !== null) output.out(help)
    else if (name === 'serve' && args.length === 0) await runServer(readEnv(vars))
    else if (name === 'serve') throw wrongUsage(name)
    else if (isOnDatabase(name)) {
      const env = readEnv(vars)
      const text = await openDatabase(env, (urls) => commands[name](args, env, urls))
      if (text instanceof Failed) {
        output.out(text.text)
        return 1
      }
      if (text !== null) output.out(text)
    } else throw new WrongUsage(`unknown command "${name}"; rungs help shows all`)
    return 0
  } catch (error) {
    output.error(`rungs: ${lineOf(error)}`)
    return error instanceof WrongUsage || isOfParseArgs(error) ? 2 : 1
  }
}

function isOnDatabase(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name)
}

/** The text of `rungs help`, `rungs --help` and `rungs COMMAND --help`; null when no help is asked for. */
function helpFor(name: string, args: readonly string[]): string | null {
  if (name === 'help' || name === '--help') return allUsages().join('\n')
  return isCommand(name) && args.includes('--help') ? usagesOf(name).join('\n') : null
}

/** Whether the arguments have an option that the command does not have, or one without its value. */
function isOfParseArgs(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
