import { Type } from 'typebox'
import { CertificateQuery, PrintedProgressQuery } from '#contract/assessment/print.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import { schemeSlugsOf } from '#domain/assessment/current-level.ts'
import { evaluate } from '#domain/assessment/engine.ts'
import { levelProgress, type LevelProgress } from '#domain/assessment/level-progress.ts'
import { paperClub } from '#domain/assessment/paper-club.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { Bytes, problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import { linkedMembers } from '#server/assessment/linked-members/linked-members.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { pageHeaderOf, type PageHeader } from './logo.ts'
import { readAward, readLetterhead, readPaperClubs, readTimeZones } from './queries.ts'
import { writeCertificate } from './write-certificate.ts'
import { writeProgress, type PrintedScheme } from './write-progress.ts'

/** As many as the pattern of `member` allows. */
const MAX_CHILDREN = 100

/** PDF files for parents: the progress of their children, and a certificate for each award. */
export function printRoutes(app: App, deps: CurriculumDeps): void {
  app.get(
    '/v1/users/:userUuid/progress.pdf',
    {
      config: { action: 'children.read' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Type.String() }),
        querystring: PrintedProgressQuery,
        response: { 200: Bytes, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const memberIds = request.query.member?.split(',')
      const print = await deps.read(session, async (tx) => {
        const members = await childrenOf(deps, tx, session, memberIds)
        return {
          letterhead: await readLetterhead(tx, languageOf(session.language)),
          members,
          clubs: await readPaperClubs(
            tx,
            members.flatMap((member) => paperClub(member)?.id ?? []),
          ),
          schemes: await schemesFor(deps, tx, session, members),
          timeZones: await readTimeZones(
            tx,
            members.map((member) => member.uuid),
          ),
          locale: session.language,
          at: new Date(deps.now()),
        }
      })
      const headers = new Map<string, PageHeader>()
      // '' is the key of the tenant's header, for a child whose page no club heads
      for (const id of ['', ...print.clubs.keys()])
        headers.set(id, await pageHeaderOf(deps.files, print.letterhead, print.clubs.get(id) ?? null))
      return reply.type('application/pdf').send(await writeProgress({ ...print, headers }))
    },
  )

  app.get(
    '/v1/users/:userUuid/members/:memberUuid/certificate.pdf',
    {
      config: { action: 'children.read' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Type.String(), memberUuid: Type.String() }),
        querystring: CertificateQuery,
        response: { 200: Bytes, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const language = languageOf(session.language)
      const awardKey = {
        memberId: request.params.memberUuid,
        slug: request.query.scheme,
        nodeId: request.query.node,
      }
      const print = await deps.read(session, async (tx) => {
        const facts = await readAward(tx, session.userId, awardKey, language, deps.now())
        if (!facts) throw new Refusal('NOT_FOUND', { field: 'memberUuid' })
        return {
          letterhead: await readLetterhead(tx, language),
          facts,
          progress: await progressAt(deps, tx, session, awardKey),
        }
      })
      const { club, logo_file_id } = print.facts
      const header = await pageHeaderOf(deps.files, print.letterhead, { name: club, logo_file_id })
      const bytes = await writeCertificate({ ...print, header, locale: session.language, at: new Date(deps.now()) })
      return reply.type('application/pdf').send(bytes)
    },
  )
}

/**
 * The parent's children, or those with these ids; refuses a parent without children and an id of no child of theirs.
 */
async function childrenOf(
  deps: CurriculumDeps,
  tx: Tx,
  session: Session,
  memberIds: readonly string[] | undefined,
): Promise<Member[]> {
  const show = { groups: true, progress: true, awards: true, links: false, owners: true }
  const { json } = await linkedMembers(tx, deps.curricula, {
    clientId: session.clientId,
    userId: session.userId,
    language: languageOf(session.language),
    page: 0,
    perPage: MAX_CHILDREN,
    show,
    nowMs: deps.now(),
  })
  const children = JSON.parse(json) as Member[]
  const members = memberIds ? children.filter((member) => memberIds.includes(member.uuid)) : children
  if (members.length === 0 || (memberIds && members.length < new Set(memberIds).size))
    throw new Refusal('NOT_FOUND', { field: 'member' })
  return members
}

/** A child's progress in a level; null when its scheme has no such level any more. */
async function progressAt(
  deps: CurriculumDeps,
  tx: Tx,
  session: Session,
  { memberId, slug, nodeId }: { memberId: string; slug: string; nodeId: string },
): Promise<LevelProgress | null> {
  const [child] = await childrenOf(deps, tx, session, [memberId])
  const printed = await schemeFor(deps, tx, session, slug)
  if (!printed) return null
  return levelProgress(evaluate(printed.scheme, new Map(Object.entries(child?.scores?.[slug] ?? {}))), nodeId)
}

/** The schemes that the children work at (`schemeSlugsOf`), by slug. */
async function schemesFor(
  deps: CurriculumDeps,
  tx: Tx,
  session: Session,
  members: readonly Member[],
): Promise<Map<string, PrintedScheme>> {
  const schemes = new Map<string, PrintedScheme>()
  for (const slug of new Set(members.flatMap(schemeSlugsOf))) {
    const printed = await schemeFor(deps, tx, session, slug)
    if (printed) schemes.set(slug, printed)
  }
  return schemes
}

/** A scheme with what the parent portal shows of it, because the paper is for parents; null for one that is not there. */
async function schemeFor(
  deps: CurriculumDeps,
  tx: Tx,
  { clientId, language, features }: Session,
  slug: string,
): Promise<PrintedScheme | null> {
  const document = await deps.curricula.document(tx, clientId, slug, languageOf(language), features, 'parent')
  const scheme = document && (await deps.curricula.scheme(tx, clientId, document.id))
  return scheme ? { curriculum: JSON.parse(document.body.bytes.toString()) as Curriculum, scheme } : null
}
