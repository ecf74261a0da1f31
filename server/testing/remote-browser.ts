import { request } from 'node:http'

export interface Page {
  url: URL
  status: number
  text: string
}

/** A browser for the login at a provider on this machine: it keeps cookies, follows redirects and sends forms. */
export class RemoteBrowser {
  /** The cookies of each host, by name. */
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Opens a URL and follows redirects, until a page is shown or a redirect leads to the path `until`. */
  async open(url: URL, form: Record<string, string> | null = null, until = '/redirect'): Promise<Page> {
    const page = await this.#request(url, form)
    if (page.location === null) return page
    const next = new URL(page.location, url)
    if (next.pathname === until) return { url: next, status: page.status, text: '' }
    return this.open(next, /* form */ null, until)
  }

  /** Logs in with name and password; returns the URL to which the provider sends the browser back. */
  async logIn(url: string, login: string, password: string): Promise<URL> {
    const form = await this.open(new URL(url))
    // `do: 'in'` is the button "Sign in" of the demo provider's login page.
    const { url: returnUrl } = await this.open(form.url, { login, password, do: 'in' })
    return returnUrl
  }

  #request(url: URL, form: Record<string, string> | null): Promise<Page & { location: string | null }> {
    const body = form === null ? null : new URLSearchParams(form).toString()
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>()
    this.#cookies.set(url.host, jar)
    return new Promise((done, fail) => {
      const outgoing = request(
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
          reply.on('end', () =>
            done({ url, status: reply.statusCode ?? 0, text, location: reply.headers.location ?? null }),
          )
        },
      )
      outgoing.on('error', fail)
      outgoing.end(body ?? undefined)
    })
  }
}
