import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Stops and starts the PostgreSQL of a data folder with the programs and options with which it runs, so that it keeps
 * its address.
 */
export class Postgres {
  readonly #cluster: string
  /** The folder of PostgreSQL's programs. */
  readonly #bin: string
  readonly #options: string
  /** The user as whom PostgreSQL must be controlled; null for the current user. */
  readonly #runAs: { uid: number; gid: number } | null

  private constructor(cluster: string, bin: string, options: string, runAs: { uid: number; gid: number } | null) {
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
    return new Postgres(cluster, dirname(program), options.join(' '), process.getuid?.() === 0 ? { uid, gid } : null)
  }

  /** Ends PostgreSQL at once, without a checkpoint, so that its next start recovers from the write-ahead log. */
  async stopImmediately(): Promise<void> {
    await this.#control(['stop', '-m', 'immediate', '-w', '-t', '30'])
  }

  async start(): Promise<void> {
    await this.#control(['start', '-l', join(dirname(this.#cluster), 'postgres.log'), '-o', this.#options, '-w'])
  }

  async #control(args: string[]): Promise<void> {
    // run with pipes of its own, because PostgreSQL would keep inherited output of this process open
    await run(join(this.#bin, 'pg_ctl'), [...args, '-D', this.#cluster], {
      ...this.#runAs,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/' },
    })
  }
}
