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
    // Chromium writes the port of its debugger to this file, and a killed browser leaves the file with a closed port
    const portFile = join(profile, 'DevToolsActivePort')
    await rm(portFile, { force: true })
    const ownArgs = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--window-size=1280,900', 'about:blank']
    // a process group of its own, so that a kill also reaches the browser's child processes
    const child = spawn(chromiumPath(), [...chromiumArgs, ...ownArgs], { stdio: 'ignore', detached: true })
    let port = ''
    try {
      await until('Chromium has written its port', async () => {
        port = (await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0] ?? ''
        return port !== ''
      })
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const [context] = browser.contexts()
      if (!context) throw new Error('Chromium has no context')
      return new ChromiumProcess(child, browser, context)
    } catch (error) {
      await killGroup(child)
      throw error
    }
  }

  /** Ends the browser with `kill -9`, so that it writes nothing more to its profile. */
  async kill(): Promise<void> {
    await killGroup(this.#child)
    await this.#browser.close().catch(() => {})
  }

  /** Closes the browser as a person does, so that it writes everything to its profile first. */
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

/** Kills the browser with its child processes; does nothing when it has ended already. */
async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = exitOf(child)
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
