import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { BACKUP_SETTING } from './policy.ts'

/** One of PostgreSQL's own programs, with the version that it says. */
export interface Program {
  path: string
  version: string
}

/**
 * Finds a program that is of the server's major version or newer: in `PG_BIN` when that is set, else where Debian
 * installs it for this version, else on the PATH.
 */
export async function findProgram(name: string, serverMajor: number, pgBin: string | null): Promise<Program> {
  const pathFolders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const folders = pgBin === null ? [`/usr/lib/postgresql/${serverMajor}/bin`, ...pathFolders] : [pgBin]
  let tooOld: Program | null = null
  for (const folder of folders) {
    const path = join(folder, name)
    // prints for example: pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)
    const printed = await promisify(execFile)(path, ['--version']).catch(() => null)
    const version = /\) (\d+[\w.]*)/.exec(printed?.stdout ?? '')?.[1]
    if (version === undefined) continue
    if (Number.parseInt(version) >= serverMajor) return { path, version }
    tooOld ??= { path, version }
  }
  const found = tooOld
    ? `${tooOld.path} is ${tooOld.version}`
    : `none was found ${pgBin === null ? 'on the PATH' : `in ${pgBin}`}`
  throw new Error(
    `${name} ${serverMajor} or newer is needed, and ${found}: install postgresql-client-${serverMajor}, or name the folder of PostgreSQL's programs in PG_BIN`,
  )
}

/** A process of one of these programs; `ended` fails with what it wrote to stderr unless it ends with 0. */
export interface Started {
  process: ChildProcess
  ended: Promise<void>
}

/**
 * Starts a program. With `url` it connects there; the password is passed in the environment, because other users of the
 * machine can read a command line.
 */
export function start(program: Program, args: string[], url: string | null = null): Started {
  const connection = url === null ? null : new URL(url)
  const password = connection?.password ?? ''
  if (connection) connection.password = ''
  const child = spawn(program.path, connection ? [...args, '--dbname', connection.href] : args, {
    env: {
      ...process.env,
      LC_ALL: 'C',
      PGOPTIONS: `-c ${BACKUP_SETTING}=on`,
      ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      const said = errors.split('\n').find((line) => /error|fatal/i.test(line)) ?? errors.trim()
      reject(new Error(`${program.path} ended with ${code}: ${said}`))
    })
  })
  // whoever started it waits for it later; until then a failure is not unhandled
  ended.catch(() => {})
  return { process: child, ended }
}
