import { spawn } from 'node:child_process'

/** A process that has ended. */
interface EndedProcess {
  /** The exit code; null after a signal. */
  code: number | null
  /** What the process wrote to standard output and standard error. */
  output: string
}

/** Runs a script with this Node in `folder` until it ends. */
export function runProcess(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<EndedProcess> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    child.once('error', fail)
    child.once('exit', (code) => done({ code, output }))
  })
}
