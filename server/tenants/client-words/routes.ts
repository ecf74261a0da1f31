import { Type } from 'typebox'
import {
  AwardDraft,
  AwardMail,
  AwardPreview,
  AwardWordsBody,
  ClientLanguage,
  ClientWords,
  LanguageIdParam,
  LanguagePatch,
  WordsPatch,
} from '#contract/tenants/client-words.ts'
import { strict } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { clientAccess } from '#server/tenants/clubs/client-access.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { changeAwardMail, checkAwardWords, previewAward, readAwardMail } from './award-mail.ts'
import { findLanguage, listLanguages, setLanguageActive } from './languages.ts'
import { changeOwnWords, checkOwnWords, readOwnWords, readWording, serverTexts } from './own-words.ts'
import { wordingTexts } from './wording.ts'

const querystring = Type.Object({}, strict)
const params = LanguageIdParam
const Languages = Type.Array(ClientLanguage)

/** The languages of the portals, and the client's own texts [7.14], [7.15], [2.18]. */
export function clientWordRoutes(app: App, deps: Deps): void {
  const access = clientAccess(deps)
  languageRoutes(app, access)
  awardMailRoutes(app, deps, access)
}

type ClientAccess = ReturnType<typeof clientAccess>

/** The product's and the client's texts in a language, as the page shows them. */
async function readClientWords(tx: Tx, id: number) {
  const { language_id, language } = await findLanguage(tx, id)
  const languageCode = languageOf(language)
  return {
    language_id,
    language,
    own: await readOwnWords(tx, languageCode),
    wording: wordingTexts(await readWording(tx), languageCode),
    server: serverTexts(languageCode),
  }
}

function languageRoutes(app: App, { read, write }: ClientAccess): void {
  app.get(
    '/v1/client-languages',
    {
      config: { action: 'client-words.manage' },
      schema: { security: secured, querystring, response: { 200: Languages, ...problems } },
    },
    (request) => read(request, listLanguages),
  )
  app.patch(
    '/v1/client-languages/:languageId',
    {
      config: { action: 'client-words.manage' },
      schema: {
        security: secured,
        params,
        querystring,
        body: LanguagePatch,
        response: { 200: Languages, ...problems },
      },
    },
    (request, reply) =>
      write(request, reply, async (tx, context) => {
        await setLanguageActive(tx, context, Number(request.params.languageId), request.body.active === 1)
        return listLanguages(tx)
      }),
  )
  app.get(
    '/v1/client-languages/:languageId/words',
    {
      config: { action: 'client-words.manage' },
      schema: { security: secured, params, querystring, response: { 200: ClientWords, ...problems } },
    },
    (request) => read(request, (tx) => readClientWords(tx, Number(request.params.languageId))),
  )
  app.patch(
    '/v1/client-languages/:languageId/words',
    {
      config: { action: 'client-words.manage' },
      schema: { security: secured, params, querystring, body: WordsPatch, response: { 200: ClientWords, ...problems } },
    },
    (request, reply) =>
      write(request, reply, async (tx, context) => {
        const id = Number(request.params.languageId)
        const { language } = await findLanguage(tx, id)
        checkOwnWords(request.body.texts)
        await changeOwnWords(tx, context, languageOf(language), request.body.texts)
        return readClientWords(tx, id)
      }),
  )
}

function awardMailRoutes(app: App, deps: Deps, { read, write }: ClientAccess): void {
  app.get(
    '/v1/award-mail',
    {
      config: { action: 'client-words.manage' },
      schema: { security: secured, querystring, response: { 200: AwardMail, ...problems } },
    },
    (request) => read(request, readAwardMail),
  )
  app.put(
    '/v1/award-mail/:languageId',
    {
      config: { action: 'client-words.manage' },
      schema: {
        security: secured,
        params,
        querystring,
        headers: IfMatch,
        body: AwardWordsBody,
        response: { 200: AwardMail, ...problems },
      },
    },
    (request, reply) =>
      write(request, reply, async (tx, context) => {
        const { languageId } = request.params
        await changeAwardMail(tx, context, Number(languageId), request.body.words, request.headers['if-match'])
        return readAwardMail(tx)
      }),
  )
  app.post(
    '/v1/award-mail/preview',
    {
      config: { action: 'client-words.manage' },
      schema: { security: secured, querystring, body: AwardDraft, response: { 200: AwardPreview, ...problems } },
    },
    (request) =>
      read(request, (tx, { userId }) => {
        const { language_id, words } = request.body
        checkAwardWords(words)
        return previewAward(tx, userId, language_id, words)
      }),
  )
  app.post(
    '/v1/award-mail/test',
    {
      config: { action: 'client-words.manage' },
      schema: { security: secured, querystring, body: AwardDraft, response: { 202: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      reply.code(202)
      return write(request, reply, async (tx, { userId }) => {
        const { language_id, words } = request.body
        checkAwardWords(words)
        const { language } = await findLanguage(tx, language_id, 'language_id')
        const data = { award: { language, words } }
        await enqueueMail(tx, new Date(deps.now()), { userId, kind: 'award-test', data })
        return null
      })
    },
  )
}
