import { execFile } from 'node:child_process'
import { appendFile, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './embedded.ts'

const run = promisify(execFile)

/**
 * Stops, starts and copies the PostgreSQL of a data folder with the programs and options with which it runs, so that it
 * keeps its address.
 */
export class Postgres {
  readonly #cluster: string
  /** The folder of PostgreSQL's programs. */
  readonly #bin: string
  readonly #options: readonly string[]
  /** The user as whom PostgreSQL must be controlled; null for the current user. */
  readonly #runAs: { uid: number; gid: number } | null

  private constructor(
    cluster: string,
    bin: string,
    options: readonly string[],
    runAs: { uid: number; gid: number } | null,
  ) {
    this.#cluster = cluster
    this.#bin = bin
    this.#options = options
    this.#runAs = runAs
  }

  static async of(cluster: string): Promise<Postgres> {
    // PostgreSQL writes this file at its start: the path of the program, then each argument in quotes
    const line = await readFile(join(cluster, 'postmaster.opts'), 'utf8')
    const [program = '', ...quoted] = line.trim().split(' "')
    const args = quoted.map((arg) => arg.replace(/"$/, ''))
    const dataFlag = args.indexOf('-D')
    const options = args.filter((_, index) => index !== dataFlag && index !== dataFlag + 1)
    // PostgreSQL refuses root and runs as the owner of its folder
    const { uid, gid } = await stat(cluster)
    return new Postgres(cluster, dirname(program), options, process.getuid?.() === 0 ? { uid, gid } : null)
  }

  get port(): number {
    return Number(this.#options[this.#options.indexOf('-p') + 1])
  }

  /** Ends PostgreSQL at once, without a checkpoint, so that its next start recovers from the write-ahead log. */
  async stopImmediately(): Promise<void> {
    await this.#control(['stop', '-m', 'immediate', '-w', '-t', '30'])
  }

  /** Kills PostgreSQL as a machine that loses its power would. Its processes end as soon as they notice. */
  async kill(): Promise<void> {
    const lines = await readFile(join(this.#cluster, 'postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(lines), 'SIGKILL')
  }

  async start(): Promise<void> {
    const log = join(dirname(this.#cluster), 'postgres.log')
    await this.#control(['start', '-l', log, '-o', this.#options.join(' '), '-w'])
  }

  /**
   * Starts a standby that follows this server by streaming, in a folder beside its own. `url` is the connection of this
   * server's superuser; `name` is what the standby calls itself. The server is stopped while its files are copied.
   */
  async startStandby(url: string, name: string): Promise<Postgres> {
    const cluster = join(dirname(this.#cluster), name)
    await this.#control(['stop', '-m', 'fast', '-w', '-t', '30'])
    await this.#run('cp', ['-Rp', this.#cluster, cluster])
    await this.start()
    const { username, password, hostname, port } = new URL(url)
    const primary = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`
    await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
    await this.#run('touch', [join(cluster, 'standby.signal')])
    const options = this.#options.with(this.#options.indexOf('-p') + 1, String(await freePort()))
    const standby = new Postgres(cluster, this.#bin, options, this.#runAs)
    await standby.start()
    return standby
  }

  /** Makes a standby take writes. */
  async promote(): Promise<void> {
    await this.#control(['promote', '-w', '-t', '30'])
  }

  async #control(args: string[]): Promise<void> {
    await this.#run(join(this.#bin, 'pg_ctl'), [...args, '-D', this.#cluster])
  }

  async #run(program: string, args: string[]): Promise<void> {
    // run with pipes of its own, because PostgreSQL would keep inherited output of this process open
    await run(program, args, {
      ...this.#runAs,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/' },
    })
  }
}

/** The same connection, to a server at another port. */
export function atPort(url: string, port: number): string {
  const moved = new URL(url)
  moved.port = String(port)
  return moved.href
}
