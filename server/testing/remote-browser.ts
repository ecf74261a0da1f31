import { request } from 'node:http'

export interface Page {
  url: URL
  status: number
  text: string
}

/** What a person's browser does at a provider on this machine: keeps cookies, follows redirects, fills its form. */
export class RemoteBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Follows redirects until a page, or until one leads to `until`. */
  async open(url: URL, form: Record<string, string> | null = null, until = '/redirect'): Promise<Page> {
    const page = await this.#ask(url, form)
    if (page.to === null) return page
    const next = new URL(page.to, url)
    return next.pathname === until ? { url: next, status: page.status, text: '' } : this.open(next, null, until)
  }

  /** Enters name and password; answers where the provider sends the browser back to. */
  async logIn(url: string, login: string, password: string): Promise<URL> {
    const form = await this.open(new URL(url))
    const back = await this.open(form.url, { login, password, do: 'in' })
    return back.url
  }

  #ask(url: URL, form: Record<string, string> | null): Promise<Page & { to: string | null }> {
    const body = form === null ? null : new URLSearchParams(form).toString()
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>()
    this.#cookies.set(url.host, jar)
    return new Promise((done, fail) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: url.port,
          path: url.pathname + url.search,
          method: body === null ? 'GET' : 'POST',
          headers: {
            host: url.host,
            cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          },
        },
        (reply) => {
          for (const cookie of reply.headers['set-cookie'] ?? []) {
            const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
            if (value === '') jar.delete(name)
            else jar.set(name, value)
          }
          let text = ''
          reply.on('data', (part: Buffer) => (text += part.toString()))
          reply.on('end', () => done({ url, status: reply.statusCode ?? 0, text, to: reply.headers.location ?? null }))
        },
      )
      sent.on('error', fail)
      sent.end(body ?? undefined)
    })
  }
}
