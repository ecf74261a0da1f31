import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { srgbOf } from '#domain/platform/oklch.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { flattenWords } from '#server/platform/words.ts'
import { MailServer } from '#server/testing/mail-server.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { looks } from './look.ts'
import { enqueueMail, type MailData, type MailKind } from './queue.ts'
import { smtpSender } from './send.ts'

let database: TestDatabase
let world: World
/** The clients of `createWorld`. Each has the children Siân and Beca O'Connor (AQ-1, AQ-2) and the parent Ffion. */
let one: Tenant
let two: Tenant
let server: MailServer
let smtp: ReturnType<typeof smtpSender>

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  server = await MailServer.open()
  smtp = smtpSender(server.url)
})
afterAll(async () => {
  smtp.close()
  await server.close()
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  server.arrived.length = 0
  server.refuse = () => null
  server.refuseSender = () => null
  server.answer = () => Promise.resolve()
  await world.owner.query('DELETE FROM mails')
})

const queue = (kind: MailKind, data: MailData = {}, tenant = one) =>
  inTenant(world.db, tenant.id, 'write', (tx) =>
    enqueueMail(tx, new Date(world.clock.now), { userId: tenant.parent, kind, data }),
  )
const sendDue = (tenant = one) => world.mailOf(smtp.send).sendDue(tenant.id)
const readArrived = (n = 0) => PostalMime.parse(server.arrived[n]?.raw ?? '')
/** The mails in the queue, in the order of their creation. */
async function readQueue() {
  const { rows } = await world.owner.query<{ state: string; tries: number; error: string; written: unknown }>(
    'SELECT state, tries, error, written FROM mails ORDER BY created_at',
  )
  return rows
}

describe('a mail', () => {
  test('arrives with the logo of the theme while the bytes of the client’s own are lost', async () => {
    const id = crypto.randomUUID()
    await world.owner.query(
      `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, created_at)
       VALUES ('one', $1, 'client-logo', 'logo.png', 'image/png', 9, now())`,
      [id],
    )
    await world.owner.query(`UPDATE clients SET logo_file_id = $1 WHERE client_id = 'one'`, [id])
    await queue('reset')
    await sendDue()
    expect((await readArrived()).attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png' }])
    await world.owner.query(`UPDATE clients SET logo_file_id = NULL WHERE client_id = 'one'`)
  })

  test('arrives as HTML and text with a link of the portal, and its token is nowhere in the database', async () => {
    await queue('reset')
    await sendDue()
    const [arrived] = server.arrived
    expect(arrived?.to).toEqual(['parent@one.example'])
    const mail = await readArrived()
    expect(mail.from).toEqual({ name: 'Client one', address: 'no-reply@parent.one.test' })
    expect(mail.to).toEqual([{ name: "Ffion O'Connor", address: 'parent@one.example' }])
    expect(mail.subject).toBe('A new password for Client one')
    const link = /https:\/\/parent\.one\.test\/reset-password#token=([A-Za-z0-9_-]{43})/
    const token = link.exec(mail.text ?? '')?.[1] ?? ''
    expect(mail.html).toContain(`href="https://parent.one.test/reset-password#token=${token}"`)
    expect(mail.html).toContain(looks['aquila']?.brand)
    expect(mail.html).not.toMatch(/<img (?!src="cid:logo")|<script|http:\/\//)
    expect(mail.attachments).toMatchObject([{ contentId: '<logo>', disposition: 'inline', mimeType: 'image/png' }])
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@parent\.one\.test>$/)
    const stored = await world.owner.query<{ all: string }>(
      `SELECT (SELECT json_agg(m) FROM mails m)::text || (SELECT json_agg(l) FROM password_links l)::text AS all`,
    )
    expect(stored.rows[0]?.all).toContain('reset')
    expect(stored.rows[0]?.all).not.toContain(token)
    expect(await readQueue()).toMatchObject([{ state: 'sent', tries: 1, written: null }])
  })

  test('is written in the user’s language, with the tenant’s own words where it has some', async () => {
    await world.owner.query(`UPDATE users SET language_id = 2 WHERE id = $1`, [one.parent])
    await world.owner.query(
      `INSERT INTO client_translations (client_id, locale, texts) VALUES ('one', 'cy', '{"mail": {"reset": {"heading": "Nofiwch ymlaen"}}}')`,
    )
    await queue('reset')
    await sendDue()
    await world.owner.query(`UPDATE users SET language_id = NULL WHERE id = $1`, [one.parent])
    const mail = await readArrived()
    expect(mail.subject).toBe('Cyfrinair newydd ar gyfer Client one')
    expect(mail.html).toContain('lang="cy-GB"')
    expect(mail.text).toContain('Nofiwch ymlaen')
  })

  test('lets no name inject a header or markup', async () => {
    await world.owner.query(
      `UPDATE users SET firstname = E'Eve\\r\\nBcc: eve@evil.example\\r\\n', lastname = '<b>"x"' WHERE id = $1`,
      [one.parent],
    )
    await queue('reset')
    await sendDue()
    await world.owner.query(`UPDATE users SET firstname = 'Ffion', lastname = $2 WHERE id = $1`, [
      one.parent,
      "O'Connor",
    ])
    const mail = await readArrived()
    expect(server.arrived[0]?.to).toEqual(['parent@one.example'])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.html).not.toContain('<b>')
  })

  test('keeps the lines of what somebody wrote, in its HTML too', async () => {
    const subscription = { once: 'lines', other: 'Bay', scheme: 'Swim', message: 'Dear all,\nwe teach <b>.\n\nNia' }
    await queue('subscription-asked', { subscription })
    await sendDue()
    const mail = await readArrived()
    expect(mail.text).toContain('“Dear all,\nwe teach <b>.\n\nNia”')
    expect(mail.html).toContain('“Dear all,<br>we teach &lt;b&gt;.<br><br>Nia”')
  })

  test('about children carries a one-click unsubscribe link, and is not sent to users who unsubscribed', async () => {
    await queue('linked', { members: [...one.members] })
    await sendDue()
    const mail = await readArrived()
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/parent\.one\.test\/v1\/unsubscribe\?token=[^>]+>$/)
    expect(mail.text).toMatch(/https:\/\/parent\.one\.test\/unsubscribe#token=/)
    expect(mail.subject).toMatch(/(Siân and Beca|Beca and Siân)/)
    await queue('linked', { members: [...one.members] })
    // The user's preference at the moment of sending counts.
    await world.owner.query('UPDATE users SET unsubscribe_operational = true WHERE id = $1', [one.parent])
    await queue('password-changed')
    await sendDue()
    await world.owner.query('UPDATE users SET unsubscribe_operational = false WHERE id = $1', [one.parent])
    expect(server.arrived).toHaveLength(2)
    expect((await readArrived(1)).subject).toBe('Your password at Client one has changed')
    expect((await readQueue()).map(({ state }) => state).sort()).toEqual(['dropped', 'sent', 'sent'])
  })
})

describe('the queue', () => {
  test('tries again after a growing pause while the mail server refuses a mail temporarily', async () => {
    server.refuse = () => 451
    await queue('password-changed')
    await sendDue()
    await sendDue()
    expect(await readQueue()).toMatchObject([{ state: 'waiting', tries: 1 }])
    // The pauses are half a minute, one minute and two minutes; each is tested just before and just after its end.
    for (const [seconds, tries] of [
      [29, 1],
      [2, 2],
      [58, 2],
      [3, 3],
    ] as const) {
      world.clock.now += seconds * 1000
      await sendDue()
      expect(await readQueue()).toMatchObject([{ state: 'waiting', tries }])
    }
    server.refuse = () => null
    world.clock.now += 121_000
    await sendDue()
    expect(await readQueue()).toMatchObject([{ state: 'sent', tries: 4 }])
    expect(server.arrived).toHaveLength(1)
  })

  test('keeps trying while the mail server cannot be reached, and gives up after three days', async () => {
    // Nobody listens at port 1.
    const unreachable = smtpSender('smtp://127.0.0.1:1')
    await queue('password-changed')
    await world.mailOf(unreachable.send).sendDue(one.id)
    expect(await readQueue()).toMatchObject([{ state: 'waiting', tries: 1 }])
    world.clock.now += 3 * 86_400_000 + 1_000
    await world.mailOf(unreachable.send).sendDue(one.id)
    unreachable.close()
    expect(await readQueue()).toMatchObject([{ state: 'failed', tries: 2 }])
    expect(world.unsentMails.at(-1)).toMatchObject({ client: one.id, kind: 'password-changed', tries: 2 })
    expect(world.unsentMails.at(-1)?.why).toContain('ECONNREFUSED')
  })

  test('does not send a mail whose link has expired, such as a reset after half an hour', async () => {
    server.refuse = () => 451
    await queue('reset')
    await sendDue()
    world.clock.now += 31 * 60_000
    await sendDue()
    expect(await readQueue()).toMatchObject([{ state: 'dropped', error: 'its link would have expired' }])
  })

  test('gives a mail up at once when its recipient is refused for good', async () => {
    server.refuse = () => 550
    await queue('password-changed')
    await sendDue()
    expect(await readQueue()).toMatchObject([{ state: 'failed', tries: 1 }])
    // the log does not repeat the address
    expect(world.unsentMails.at(-1)?.why).toBe('the mail server answered 550')
  })

  test('keeps a mail while the mail server refuses our sender, which says nothing about the recipient', async () => {
    server.refuseSender = () => 550
    await queue('password-changed')
    await sendDue()
    expect(await readQueue()).toMatchObject([{ state: 'waiting', tries: 1 }])
    // the operator reads what to mend
    expect(world.unsentMails.at(-1)?.why).toContain('this sender is refused by the test')
    server.refuseSender = () => null
    world.clock.now += 31_000
    await sendDue()
    expect(await readQueue()).toMatchObject([{ state: 'sent', tries: 2 }])
  })

  test('gives each mail to one worker only, and sends only mails of the worker’s client', async () => {
    for (let n = 0; n < 25; n++) await queue('password-changed')
    await queue('password-changed', {}, two)
    await Promise.all([sendDue(), sendDue(), sendDue()])
    expect(server.arrived).toHaveLength(25)
    expect(server.arrived.every(({ to }) => to[0] === 'parent@one.example')).toBe(true)
    await sendDue(two)
    expect(server.arrived).toHaveLength(26)
  })

  test('sends a mail once when a slow server takes longer than the lease, and other mails do not wait for it', async () => {
    for (let n = 0; n < 3; n++) await queue('password-changed')
    // The server confirms the first mail late.
    const firstConfirmation = Promise.withResolvers<void>()
    server.answer = () => (server.arrived.length === 1 ? firstConfirmation.promise : Promise.resolve())
    const slowSending = world.mailOf(smtp.send, /* renewMs */ 5).sendDue(one.id)
    await expect.poll(() => server.arrived.length).toBe(1)
    // Minutes pass while the lease is renewed again and again.
    for (let n = 0; n < 5; n++) {
      world.clock.now += 20_000
      const countRenewed = async () =>
        (
          await world.owner.query(
            `SELECT FROM mails WHERE tries = 1 AND due_at = $1::timestamptz + interval '30 seconds'`,
            [new Date(world.clock.now)],
          )
        ).rowCount
      await expect.poll(countRenewed).toBe(1)
    }
    await sendDue()
    expect(server.arrived).toHaveLength(3)
    firstConfirmation.resolve()
    await slowSending
    expect(server.arrived).toHaveLength(3)
    expect(await readQueue()).toMatchObject([1, 2, 3].map(() => ({ state: 'sent', tries: 1 })))
  })

  test('is emptied by a worker when it is woken, until the worker is closed', async () => {
    await queue('password-changed', {}, two)
    const worker = world.mailOf(smtp.send)
    worker.wake()
    await expect.poll(() => server.arrived.length).toBe(1)
    await queue('password-changed')
    worker.wake()
    await expect.poll(() => server.arrived.length).toBe(2)
    await worker.close()
    // what comes later waits for the next start or another worker
    await queue('password-changed')
    worker.wake()
    // waits for what a wake-up would send
    await worker.close()
    expect((await readQueue()).filter(({ state }) => state === 'waiting')).toHaveLength(1)
    expect(server.arrived).toHaveLength(2)
  })

  test('keeps mails to be read instead of sending them in the demo, and leaves them waiting without a mail server', async () => {
    await queue('reset')
    await world.mailOf(null).sendDue(one.id)
    expect(await readQueue()).toMatchObject([{ state: 'waiting' }])
    world.clock.now += 60_000
    const [storedMail] = await world.mails(one)
    expect(storedMail).toMatchObject({
      subject: 'A new password for Client one',
      to: { address: 'parent@one.example' },
    })
  })
})

test('the colours of mails are the themes’ light values', () => {
  /** The fields of a mail's look, with the name of the theme's CSS variable. */
  const variables = {
    brand: 'brand',
    onBrand: 'on-brand',
    accent: 'accent',
    action: 'action',
    onAction: 'on-action',
    actionInk: 'action-ink',
  }
  for (const [theme, look] of Object.entries(looks)) {
    const css = readFileSync(`web/ui/themes/${theme}.css`, 'utf8')
    for (const [key, variable] of Object.entries(variables)) {
      const [, lightness, chroma, hue] =
        new RegExp(`--${variable}: (?:light-dark\\()?oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css) ?? []
      expect(Object.entries(look).find(([name]) => name === key)?.[1], `${theme} ${variable}`).toBe(
        srgbOf({ l: Number(lightness), c: Number(chroma), h: Number(hue) }),
      )
    }
  }
})

test('the texts of mails have the same keys and placeholders in every language', () => {
  const readWords = (language: string) =>
    new Map(flattenWords(JSON.parse(readFileSync(new URL(`./locales/${language}.json`, import.meta.url), 'utf8'))))
  const [en, cy] = [readWords('en'), readWords('cy')]
  expect([...cy.keys()]).toEqual([...en.keys()])
  const placeholders = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort()
  for (const [key, text] of en) expect(placeholders(cy.get(key)), key).toEqual(placeholders(text))
})
