import { Type } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { MAX_AT_ONCE, StartedTask } from '#contract/tenants/club-tasks.ts'
import { TermBoard, TermBoardQuery, TermDraft, TermPatch } from '#contract/flows/term-board.ts'
import { clubContextOf, refuseIfProviderOwns } from '#server/tenants/clubs/club-context.ts'
import { taskOrWrite } from '#server/tenants/club-tasks/task-or-write.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import { applyBoard } from './apply.ts'
import { saveDecisions } from './save-decision.ts'
import { readBoard, readDraft } from './queries.ts'

const querystring = Type.Object({}, strict)

/** The end-of-term board: who of which group moves on and who stays, applied for the whole club at once. */
export function termBoardRoutes(app: App, deps: CurriculumDeps): void {
  app.get(
    '/v1/term-board',
    {
      config: { action: 'term-board.manage' },
      schema: { security: secured, querystring: TermBoardQuery, response: { 200: TermBoard, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        refuseIfProviderOwns(context)
        const chosen = request.query.groups?.split(',') ?? null
        const board = await readBoard(tx, context, deps.curricula, chosen)
        if (chosen?.some((id) => !board.columns.some((column) => column.id === id)))
          throw new Refusal('NOT_FOUND', { field: 'groups' })
        return board
      })
    },
  )

  app.patch(
    '/v1/term-board',
    {
      config: { action: 'term-board.manage' },
      schema: { security: secured, querystring, body: TermPatch, response: { 200: TermDraft, ...problems } },
    },
    async (request, reply) =>
      clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        await saveDecisions(tx, context, deps.curricula, request.body)
        return { answer: await readDraft(tx, context), changed: [] }
      }),
  )

  app.post(
    '/v1/term-board/apply',
    {
      config: { action: 'term-board.manage' },
      schema: {
        security: secured,
        querystring,
        headers: IfMatch,
        response: { 200: TermDraft, 202: StartedTask, ...problems },
      },
    },
    async (request, reply) =>
      taskOrWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const ifMatch = request.headers['if-match']
        const { decisions } = await readDraft(tx, context)
        if (decisions.length > MAX_AT_ONCE) return { kind: 'term-board', request: { ifMatch }, total: decisions.length }
        const { changed } = await applyBoard(tx, context, ifMatch)
        return { answer: await readDraft(tx, context), changed }
      }),
  )
}
