import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Arrived {
  to: string[]
  raw: string
}

/** A real mail server on loopback that keeps what arrives; `refuse` decides about each recipient by an SMTP code. */
export class MailServer {
  readonly arrived: Arrived[] = []
  refuse: (address: string) => number | null = () => null
  /** A mail that has come in is answered when this is fulfilled. */
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

  static async open(): Promise<MailServer> {
    const opened = new MailServer()
    await new Promise<void>((listening) => opened.#server.listen(0, '127.0.0.1', listening))
    return opened
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
