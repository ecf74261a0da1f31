import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { chromiumArgs, chromiumPath } from './browser.ts'
import { until } from './prove/until.ts'

/** Chromium as a tablet runs it: one profile on disk, and a process that can be killed at any moment. */
export class ChromiumProcess {
  readonly context: BrowserContext
  readonly #child: ChildProcess
  readonly #browser: Browser

  private constructor(child: ChildProcess, browser: Browser, context: BrowserContext) {
    this.#child = child
    this.#browser = browser
    this.context = context
  }

  static async open(profile: string): Promise<ChromiumProcess> {
    const portFile = join(profile, 'DevToolsActivePort')
    // a killed browser has left the file with a port that is no longer open
    await rm(portFile, { force: true })
    const ownArgs = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--window-size=1280,900', 'about:blank']
    // a process group of its own, so that a kill also reaches the browser's child processes
    const child = spawn(chromiumPath(), [...chromiumArgs, ...ownArgs], { stdio: 'ignore', detached: true })
    let port = ''
    try {
      await until('Chromium says its port', async () => {
        port = (await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0] ?? ''
        return port !== ''
      })
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const [context] = browser.contexts()
      if (!context) throw new Error('Chromium has no context')
      return new ChromiumProcess(child, browser, context)
    } catch (error) {
      await end(child)
      throw error
    }
  }

  /** `kill -9`, after which nothing is written any more. */
  async kill(): Promise<void> {
    await end(this.#child)
    await this.#browser.close().catch(() => {})
  }

  /** Closes it as a person does, so that it writes everything first. */
  async close(): Promise<void> {
    const ended = exitOf(this.#child)
    const session = await this.#browser.newBrowserCDPSession()
    // the browser may end before it answers
    await session.send('Browser.close').catch(() => {})
    await ended
    await this.#browser.close().catch(() => {})
  }
}

function exitOf(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null
    ? new Promise((done) => child.once('exit', done))
    : Promise.resolve()
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = exitOf(child)
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
