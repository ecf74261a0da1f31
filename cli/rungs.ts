#!/usr/bin/env node
import { run } from './run.ts'

const code = await run(process.argv.slice(2), process.env, {
  out: (text) => console.log(text),
  error: (line) => console.error(line),
})
// A server that could not start may have left connections open, which would keep the process alive without serving.
if (code !== 0) process.exit(code)
