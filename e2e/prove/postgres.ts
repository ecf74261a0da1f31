import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Stops and starts the PostgreSQL of a data folder with the programs and options with which it runs, so that its
 * address stays.
 */
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
    // the file has one line: the program, then each argument in quotes
    const line = await readFile(join(cluster, 'postmaster.opts'), 'utf8')
    const [program = '', ...quoted] = line.trim().split(' "')
    const args = quoted.map((arg) => arg.replace(/"$/, ''))
    const dataFlag = args.indexOf('-D')
    const options = args.filter((_, k) => k !== dataFlag && k !== dataFlag + 1)
    // PostgreSQL refuses root and runs as the owner of its folder
    const { uid, gid } = await stat(cluster)
    return new Postgres(cluster, dirname(program), options.join(' '), process.getuid?.() === 0 ? { uid, gid } : null)
  }

  /** Ends all its processes at once, without a checkpoint, so that the next start recovers from the write-ahead log. */
  async stopImmediately(): Promise<void> {
    await this.#control(['stop', '-m', 'immediate', '-w', '-t', '30'])
  }

  async start(): Promise<void> {
    await this.#control(['start', '-l', join(dirname(this.#cluster), 'postgres.log'), '-o', this.#options, '-w'])
  }

  async #control(args: string[]): Promise<void> {
    // the server must not inherit this process's output, which it would keep open
    await run(join(this.#bin, 'pg_ctl'), [...args, '-D', this.#cluster], {
      ...this.#ids,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/' },
    })
  }
}
