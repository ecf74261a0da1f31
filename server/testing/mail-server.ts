import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  raw: string
}

/**
 * A real mail server on loopback that keeps the mails that arrive. `refuse` may return an SMTP error code for a
 * recipient.
 */
export class MailServer {
  readonly arrived: ReceivedMail[] = []
  refuse: (address: string) => number | null = () => null
  /** The server confirms a received mail when this promise resolves. */
  answer: () => Promise<void> = () => Promise.resolve()
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const code = this.refuse(address)
        if (code === null) return done()
        done(Object.assign(new Error('refused by the test'), { responseCode: code }))
      },
      onData: (stream, { envelope }, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const raw = Buffer.concat(parts).toString()
          this.arrived.push({ to: envelope.rcptTo.map(({ address }) => address), raw })
          void this.#end(done)
        })
      },
    })
  }

  /** Starts a server on a free port. */
  static async open(): Promise<MailServer> {
    const server = new MailServer()
    await new Promise<void>((listening) => server.#server.listen(0, '127.0.0.1', listening))
    return server
  }

  async #end(done: () => void): Promise<void> {
    await this.answer()
    done()
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((closed) => {
      this.#server.close(() => closed())
    })
  }
}
