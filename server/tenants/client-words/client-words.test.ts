import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { AwardMail, AwardPreview, ClientLanguage, ClientWords } from '#contract/tenants/client-words.ts'
import type { Problem } from '#contract/platform/fields.ts'
import type { ListedLabelSet } from '#contract/curriculum/scheme-settings.ts'
import type { Tag } from '#contract/curriculum/tags.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let authorToken = ''
/** The token of an author of client two. */
let otherAuthorToken = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  authorToken = (await world.logIn(one, 'scheme')).token
  otherAuthorToken = (await world.logIn(two, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions) => world.request({ host: one.host('scheme'), token: authorToken, ...options })
/** Sends a request as an author of client one; `revision` goes into If-Match. */
const send = async <T>(method: InjectOptions['method'], url: string, payload?: object, revision?: string) => {
  const reply = await call({
    ...(method === undefined ? {} : { method }),
    url,
    ...(payload ? { payload } : {}),
    headers: revision === undefined ? {} : { 'if-match': `"${revision}"` },
  })
  return {
    status: reply.statusCode,
    total: reply.headers['x-total-count'],
    body: (reply.body === '' ? null : reply.json()) as T & Problem,
  }
}
const loggedActions = async (entity: string) => {
  const { rows } = await world.owner.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE client_id = 'one' AND entity = $1 ORDER BY id`,
    [entity],
  )
  return rows.map((row) => row.action)
}

describe('tags', () => {
  const addTag = (name: string) => send<Tag>('POST', '/v1/tags', { name })

  test('have up to 50 characters, are unique whatever their case, and show how many nodes have them [5.12]', async () => {
    const content = [{ key: 's-1', of: null, type: 'tags', title: {}, value: { en: 'Water, Games', cy: 'Dŵr,games' } }]
    await world.owner.query(
      `UPDATE scheme_nodes SET content = $1 WHERE client_id = 'one' AND id IN ('/stage-1/float', '/stage-1/glide')`,
      [JSON.stringify(content)],
    )
    expect((await addTag(' Games ')).body).toMatchObject({ name: 'Games', used: 2 })
    expect((await addTag('x'.repeat(50))).status).toBe(201)
    expect((await addTag('GAMES')).body).toMatchObject({ error: 'NAME_TAKEN', field: 'name' })
    for (const name of ['x'.repeat(51), ' ', 'a,b', 'a\nb', ''])
      expect((await addTag(name)).body, name).toMatchObject({ error: 'INVALID_REQUEST', field: 'name' })
    await addTag('Ŵy')
    const page = await send<Tag[]>('GET', '/v1/tags?sort=dused&per_page=1')
    expect([page.total, page.body.map((tag) => tag.name)]).toEqual(['3', ['Games']])
    expect((await send<Tag[]>('GET', '/v1/tags?search=wy')).body.map((tag) => tag.name)).toEqual(['Ŵy'])
  })

  test('can be renamed and deleted, and the audit log names each change', async () => {
    const { id } = (await addTag('Games again')).body
    expect((await send('PATCH', `/v1/tags/${id}`, { name: 'games' })).body.error).toBe('NAME_TAKEN')
    expect((await send<Tag>('PATCH', `/v1/tags/${id}`, { name: 'games AGAIN' })).body.name).toBe('games AGAIN')
    expect((await send('DELETE', `/v1/tags/${id}`)).status).toBe(204)
    expect((await send('DELETE', `/v1/tags/${id}`)).status).toBe(404)
    expect((await loggedActions('tag')).slice(-3)).toEqual(['create', 'change', 'delete'])
  })

  test('are added once when two people add the same name at the same moment', async () => {
    const statuses = (await Promise.all([addTag('Race'), addTag('race')])).map((reply) => reply.status)
    expect(statuses.sort()).toEqual([201, 409])
  })
})

describe('label sets', () => {
  const labels = { en: ['No', 'Nearly', 'Yes'], cy: ['Na', 'Bron', 'Ie'] }

  test('are changed and deleted without touching scales that have their labels, and say where they are used', async () => {
    const created = (await send<ListedLabelSet>('POST', '/v1/label-sets', { name: 'Simple', labels })).body
    await world.owner.query(`UPDATE scheme_grades SET labels = $1 WHERE client_id = 'one'`, [labels])
    const [listed] = (await send<ListedLabelSet[]>('GET', '/v1/label-sets')).body
    expect(listed?.used).toEqual([{ slug: 'swim', name: { en: 'Swim', cy: 'Nofio' }, grade: 3 }])
    const changed = { name: 'Simpler', labels: { en: ['No', 'Yes'], cy: ['Na', 'Ie'] } }
    const patch = (payload: object, revision = created.revision) =>
      send<ListedLabelSet>('PATCH', `/v1/label-sets/${created.id}`, payload, revision)
    expect((await patch({ ...changed, labels: { en: ['a', 'b'], cy: ['a', 'b', 'c'] } })).body.field).toBe('labels')
    // A scale has at most six grades.
    expect((await patch({ ...changed, labels: { en: Array(7).fill('a') } })).status).toBe(400)
    expect((await patch(changed)).body).toMatchObject({ ...changed, used: [] })
    expect((await patch(changed)).body.error).toBe('EDIT_CONFLICT')
    expect((await send('DELETE', `/v1/label-sets/${created.id}`)).status).toBe(204)
    expect((await patch(changed)).status).toBe(404)
    const { rows } = await world.owner.query(`SELECT labels FROM scheme_grades WHERE client_id = 'one'`)
    expect(rows).toEqual([{ labels }])
    expect(await loggedActions('label-set')).toEqual(['create', 'change', 'delete'])
  })

  test('are listed by name, wherever a capital or an accent stands', async () => {
    const names = ['almost', 'Élite', 'Zero']
    const created = await Promise.all(
      names.map((name) => send<ListedLabelSet>('POST', '/v1/label-sets', { name, labels })),
    )
    const listed = (await send<ListedLabelSet[]>('GET', '/v1/label-sets')).body.map(({ name }) => name)
    await Promise.all(created.map(({ body }) => send('DELETE', `/v1/label-sets/${body.id}`)))
    expect(listed).toEqual(names)
  })

  test('have unique names', async () => {
    const first = (await send<ListedLabelSet>('POST', '/v1/label-sets', { name: 'First', labels })).body
    const second = (await send<ListedLabelSet>('POST', '/v1/label-sets', { name: 'Second', labels })).body
    const taken = await send('PATCH', `/v1/label-sets/${second.id}`, { name: first.name, labels }, second.revision)
    expect(taken.body).toMatchObject({ error: 'NAME_TAKEN', field: 'name' })
  })
})

describe('languages', () => {
  const readLanguages = async () => (await send<ClientLanguage[]>('GET', '/v1/client-languages')).body
  const setLanguageActive = (id: number, active: 0 | 1) =>
    send<ClientLanguage[]>('PATCH', `/v1/client-languages/${id}`, { active })

  test('can be turned off and on for the portals, except the last active one [7.15]', async () => {
    expect((await setLanguageActive(2, 0)).body.map((language) => language.active)).toEqual([1, 0])
    const offered = await call({ url: '/v1/auth/languages?client_id=one' })
    expect(offered.json<{ active: number }[]>().map((language) => language.active)).toEqual([1, 0])
    expect((await setLanguageActive(1, 0)).body).toMatchObject({ error: 'LANGUAGE_LAST', field: 'active' })
    expect((await setLanguageActive(3, 1)).body).toMatchObject({ error: 'NOT_FOUND', field: 'languageId' })
    expect((await send('PATCH', '/v1/client-languages/2', { active: 2 })).body.field).toBe('active')
    expect((await setLanguageActive(2, 1)).status).toBe(200)
    // Setting what is already set is not logged.
    await setLanguageActive(2, 1)
    expect(await loggedActions('language')).toEqual(['deactivate', 'activate'])
  })

  test('take the client’s own texts in place of the product’s, one by one', async () => {
    const url = '/v1/client-languages/1/words'
    const texts = { 'parent.title': 'Swimmers', 'mail.stop': 'No more of these' }
    const saved = (await send<ClientWords>('PATCH', url, { texts })).body
    expect(saved.own).toMatchObject(texts)
    expect(saved.server.find((text) => text.key === 'mail.stop')?.built).toBe('Stop e-mails like this')
    await send('PATCH', url, { texts: { 'parent.title': null } })
    const { own } = (await send<ClientWords>('GET', url)).body
    expect(own).toEqual({ 'mail.stop': 'No more of these' })
    expect((await readLanguages()).map((language) => language.own)).toEqual([1, 0])
    const replyToOtherClient = await world.request({ host: two.host('scheme'), token: otherAuthorToken, url })
    expect(replyToOtherClient.json<ClientWords>().own).toEqual({})
  })

  test('keep all texts when several people change different ones at the same moment', async () => {
    const url = '/v1/client-languages/2/words'
    await Promise.all(['a', 'b', 'c'].map((key) => send('PATCH', url, { texts: { [`x.${key}`]: key } })))
    expect((await send<ClientWords>('GET', url)).body.own).toEqual({ 'x.a': 'a', 'x.b': 'b', 'x.c': 'c' })
  })

  test.each([
    [{ 'mail.hello': 'Dear {{nme}},' }, 'texts/mail.hello'],
    [{ 'mail.hello': '' }, 'texts/mail.hello'],
    [{ 'a b': 'x' }, 'texts/a b'],
    // these would take the place of all texts of the mail, and of the portals' frame, or stand below a text
    [{ 'mail.reset': 'x' }, 'texts/mail.reset'],
    [{ shell: 'x' }, 'texts/shell'],
    [{ 'mail.hello.you': 'x' }, 'texts/mail.hello.you'],
    [{}, 'texts'],
  ])('do not take the words %j, and the reply names the key', async (texts, field) => {
    const { status, body } = await send('PATCH', '/v1/client-languages/1/words', { texts })
    expect([status, body.field]).toEqual([400, field])
  })
})

describe('the mail of an award', () => {
  const words = {
    subject: 'Bravo {{child}}',
    heading: null,
    text: '{{level}} of {{scheme}} at {{client}}!',
    button: null,
    note: null,
  }
  const readEnglishMail = async () => {
    const { body } = await send<AwardMail>('GET', '/v1/award-mail')
    return body.languages[0]
  }

  test('has the client’s own texts in its language once they are saved, otherwise the product’s', async () => {
    const before = await readEnglishMail()
    expect(before?.own.subject).toBeNull()
    const save = (revision: string) => send<AwardMail>('PUT', '/v1/award-mail/1', { words }, revision)
    const languages = (await save(before?.revision ?? '')).body.languages
    expect(languages.map((language) => language.own.subject)).toEqual(['Bravo {{child}}', null])
    expect((await save(before?.revision ?? '')).body.error).toBe('EDIT_CONFLICT')
    const { rows } = await world.owner.query(
      `SELECT texts ->> 'mail.award.subject' AS subject FROM client_translations WHERE client_id = 'one' AND locale = 'en'`,
    )
    expect(rows).toEqual([{ subject: 'Bravo {{child}}' }])
  })

  test('follows the same rules when it is changed on the page of all words: subject and button are one short line', async () => {
    const saveText = (key: string, text: string) =>
      send<ClientWords>('PATCH', '/v1/client-languages/1/words', { texts: { [key]: text } })
    for (const mail of ['award', 'reset'])
      for (const [part, text] of [
        ['subject', 'x'.repeat(201)],
        ['subject', 'two\nlines'],
        ['button', 'x'.repeat(61)],
      ]) {
        const { status, body } = await saveText(`mail.${mail}.${part}`, text ?? '')
        expect([status, body.field], text).toEqual([400, `texts/mail.${mail}.${part}`])
      }
    expect((await saveText('mail.award.text', 'two\nlines')).status).toBe(200)
  })

  test('is shown unchanged when it was saved before a rule existed, so that it can be corrected', async () => {
    await world.owner.query(
      `UPDATE client_translations SET texts = texts || jsonb_build_object('mail.award.button', repeat('x', 61), 'mail.award.subject', E'two\nlines')
       WHERE client_id = 'one' AND locale = 'en'`,
    )
    const { own, revision = '' } = (await readEnglishMail()) ?? {}
    expect(own?.button).toHaveLength(61)
    expect((await send<AwardMail>('PUT', '/v1/award-mail/1', { words }, revision)).status).toBe(200)
  })

  test('can be previewed before it is saved, and tested by a mail to oneself', async () => {
    const draft = { language_id: 2, words: { ...words, heading: 'Da iawn <b>{{child}}</b>' } }
    const { body } = await send<AwardPreview>('POST', '/v1/award-mail/preview', draft)
    expect(body).toMatchObject({
      subject: 'Bravo Siân',
      heading: 'Da iawn <b>Siân</b>',
      text: ['Stage 4 of Swim at Client one!'],
      button: 'Gweld y dystysgrif',
    })
    // Drops earlier mails, so that the test mail is the only one.
    await world.mails(one)
    expect((await send('POST', '/v1/award-mail/test', draft)).status).toBe(202)
    const [mail, ...otherMails] = await world.mails(one)
    expect(otherMails).toEqual([])
    expect(mail).toMatchObject({ subject: 'Bravo Siân', to: { address: 'ngo@one.example' } })
    expect(mail?.html).toContain('Da iawn &lt;b&gt;Siân&lt;/b&gt;')
    await expect.poll(() => world.woken).toContain('mails')
  })

  test.each([
    [{ text: '{{kid}} passed' }, 'words/text'],
    [{ subject: 'two\nlines' }, 'words/subject'],
    [{ button: ' ' }, 'words/button'],
  ])('with %j is refused, and the reply names the part', async (wrongWords, field) => {
    for (const path of ['preview', 'test']) {
      const { status, body } = await send('POST', `/v1/award-mail/${path}`, {
        language_id: 1,
        words: { ...words, ...wrongWords },
      })
      expect([status, body.field]).toEqual([400, field])
    }
  })
})

test('only authors read and change words and tags, and only those of their client', async () => {
  const tag = (await send<Tag>('POST', '/v1/tags', { name: 'Ours' })).body.id
  const labelSet = (
    await send<ListedLabelSet>('POST', '/v1/label-sets', { name: 'Ours', labels: { en: ['No', 'Yes'] } })
  ).body
  const body = { name: 'Theirs', labels: { en: ['No', 'Yes'] } }
  const draft = { language_id: 1, words: { subject: null, heading: null, text: null, button: null, note: null } }
  const match = { 'if-match': `"${labelSet.revision}"` }
  /** Calls about one tag or label set of client one, which does not exist for client two. */
  const callsByItem: InjectOptions[] = [
    { method: 'PATCH', url: `/v1/tags/${tag}`, payload: { name: 'Theirs' } },
    { method: 'DELETE', url: `/v1/tags/${tag}` },
    { method: 'PATCH', url: `/v1/label-sets/${labelSet.id}`, payload: body, headers: match },
    { method: 'DELETE', url: `/v1/label-sets/${labelSet.id}` },
  ]
  const calls: InjectOptions[] = [
    ...callsByItem,
    { url: '/v1/tags' },
    { method: 'POST', url: '/v1/tags', payload: { name: 'Theirs' } },
    { url: '/v1/label-sets' },
    { method: 'POST', url: '/v1/label-sets', payload: body },
    { url: '/v1/client-languages' },
    { method: 'PATCH', url: '/v1/client-languages/1', payload: { active: 1 } },
    { url: '/v1/client-languages/1/words' },
    { method: 'PATCH', url: '/v1/client-languages/1/words', payload: { texts: { 'mail.stop': null } } },
    { url: '/v1/award-mail' },
    { method: 'PUT', url: '/v1/award-mail/1', payload: { words: draft.words }, headers: match },
    { method: 'POST', url: '/v1/award-mail/preview', payload: draft },
    { method: 'POST', url: '/v1/award-mail/test', payload: draft },
  ]
  const tokens = await Promise.all(
    (['parent', 'coach', 'club'] as const).map(async (portal) => ({
      portal,
      token: (await world.logIn(one, portal)).token,
    })),
  )
  for (const options of calls) {
    const name = `${options.method ?? 'GET'} ${String(options.url)}`
    expect((await world.request({ host: one.host('scheme'), ...options })).statusCode, name).toBe(401)
    for (const { portal, token } of tokens)
      expect((await world.request({ host: one.host(portal), token, ...options })).statusCode, `${portal} ${name}`).toBe(
        403,
      )
  }
  for (const options of callsByItem)
    expect((await world.request({ host: two.host('scheme'), token: otherAuthorToken, ...options })).statusCode).toBe(
      404,
    )
})
