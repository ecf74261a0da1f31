import type { IncomingMessage, ServerResponse } from 'node:http'

interface LoginPage {
  title: string
  /** The label of the field for the login. */
  label: string
  /** An error to show above the form. */
  problem: string | null
}

/** Sends the login page of a simulated provider: plain HTML that posts to its own address. */
export function sendLoginPage(reply: ServerResponse, { title, label, problem }: LoginPage): void {
  reply.writeHead(problem === null ? 200 : 401, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  reply.end(`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style>
body{font:1rem/1.5 system-ui,sans-serif;max-width:24rem;margin:12vh auto;padding:0 1rem;color:#1d2433;background:#f5f6f8}
form{background:#fff;border:1px solid #cfd4dd;border-radius:.75rem;padding:1.5rem}label{display:block;margin-bottom:1rem}
input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.6rem;border:1px solid #6b7384;border-radius:.4rem}
button{font:inherit;padding:.6rem 1rem;border-radius:.4rem;border:1px solid #1d2433;background:#fff;min-height:2.75rem}
button[value=in]{background:#1d2433;color:#fff}p[role=alert]{color:#a3161a}</style></head><body>
<form method="post"><h1>${title}</h1>${problem === null ? '' : `<p role="alert">${problem}</p>`}
<label>${label}<input name="login" autocomplete="username" autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password"></label>
<button name="do" value="in">Sign in</button> <button name="do" value="cancel" formnovalidate>Cancel</button></form></body></html>`)
}

const MAX_LENGTH = 10_000

/** The fields of a posted form. Of a body that is too long only the beginning is read. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request as AsyncIterable<Buffer>) {
    text += part.toString()
    if (text.length > MAX_LENGTH) break
  }
  return new URLSearchParams(text)
}
