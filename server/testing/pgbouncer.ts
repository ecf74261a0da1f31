import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '#db/embedded.ts'

/** PgBouncer's program; undefined where it is not installed. */
export const PGBOUNCER = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The user `nobody`, because PgBouncer refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.end())
  })

/** Starts PgBouncer in transaction mode before the database at `url`; returns the URL that leads through it. */
export async function startPgBouncer(
  program: string,
  url: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const target = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'rungs-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users')
  await writeFile(users, `"${target.username}" "${target.password}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 3
`,
  )
  // the umask of a process that has opened the files of an installation keeps others out
  for (const path of [users, config]) await chmod(path, 0o644)
  const bouncer = spawn(program, [config], { stdio: 'ignore', ...(process.getuid?.() === 0 ? NOBODY : {}) })
  const ended = new Promise<void>((resolve) => bouncer.once('exit', () => resolve()))
  while (!(await accepts(port))) if (bouncer.exitCode !== null) throw new Error('PgBouncer ended at once')
  const pooled = new URL(url)
  pooled.port = String(port)
  return {
    url: pooled.href,
    stop: async () => {
      bouncer.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
