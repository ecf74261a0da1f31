import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** `pg_ctl` of a data folder, by the programs and with the options it runs with: it comes back at the same address. */
export class Postgres {
  readonly #cluster: string
  readonly #bin: string
  readonly #options: string
  readonly #ids: { uid: number; gid: number } | null

  private constructor(cluster: string, bin: string, options: string, ids: { uid: number; gid: number } | null) {
    this.#cluster = cluster
    this.#bin = bin
    this.#options = options
    this.#ids = ids
  }

  static async of(cluster: string): Promise<Postgres> {
    // one line: the program, then each argument in quotes
    const line = await readFile(join(cluster, 'postmaster.opts'), 'utf8')
    const [program = '', ...quoted] = line.trim().split(' "')
    const words = quoted.map((word) => word.replace(/"$/, ''))
    const place = words.indexOf('-D')
    const options = words.filter((_, k) => k !== place && k !== place + 1)
    // PostgreSQL runs as its folder's owner, and refuses root
    const { uid, gid } = await stat(cluster)
    return new Postgres(cluster, dirname(program), options.join(' '), process.getuid?.() === 0 ? { uid, gid } : null)
  }

  /** Ends every process of it at once, without a checkpoint: the next start recovers from the log. */
  async stopImmediately(): Promise<void> {
    await this.#control(['stop', '-m', 'immediate', '-w', '-t', '30'])
  }

  async start(): Promise<void> {
    await this.#control(['start', '-l', join(dirname(this.#cluster), 'postgres.log'), '-o', this.#options, '-w'])
  }

  async #control(args: string[]): Promise<void> {
    // its output is not inherited: the server would hold it open
    await run(join(this.#bin, 'pg_ctl'), [...args, '-D', this.#cluster], {
      ...this.#ids,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/' },
    })
  }
}
