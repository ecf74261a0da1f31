import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  raw: string
}

/** A real mail server on loopback that keeps the mails that arrive. */
export class MailServer {
  readonly arrived: ReceivedMail[] = []
  /** Returns the SMTP error code with which a recipient is refused; null accepts the recipient. */
  refuse: (address: string) => number | null = () => null
  /** Returns the SMTP error code with which a sender is refused; null accepts the sender. */
  refuseSender: () => number | null = () => null
  /** The server confirms a received mail when the promise that this returns has resolved. */
  answer: () => Promise<void> = () => Promise.resolve()
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) => {
        const code = this.refuseSender()
        if (code === null) return done()
        done(Object.assign(new Error('this sender is refused by the test'), { responseCode: code }))
      },
      onRcptTo: ({ address }, _session, done) => {
        const code = this.refuse(address)
        if (code === null) return done()
        done(Object.assign(new Error('refused by the test'), { responseCode: code }))
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString()
          this.arrived.push({ to: envelope.rcptTo.map(({ address }) => address), raw })
          void this.#confirm(done)
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

  /** Tells the sender, as soon as the test allows it, that the mail was received. */
  async #confirm(done: () => void): Promise<void> {
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
