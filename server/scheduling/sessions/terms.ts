import { Term, type TermBody } from '#contract/scheduling/sessions.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { MAX_PAST_DAYS } from '#domain/tenants/features.ts'
import { termProblems } from '#domain/scheduling/term-entry.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const TERMS = tenantStatement(
  'scheduling/list-terms',
  `SELECT id, kind, name, first_date, last_date FROM terms WHERE client_id = $1 AND club_id = $2
   ORDER BY first_date, kind, id`,
  { json: { name: Term.properties.name }, prepare: true },
)

type StoredTerm = Omit<Term, 'revision'>

/** The term as it is answered. */
export function withRevision(term: StoredTerm): Term {
  return { ...term, revision: revisionOf(term) }
}

/** The club's terms and holidays, by their first day. */
export async function readTerms(tx: Tx, { clubId }: Pick<ClubContext, 'clubId'>): Promise<StoredTerm[]> {
  return queryRows(tx, TERMS, [clubId])
}

/**
 * Refuses a club whose course provider owns the sessions, and a term with impossible dates or without names; returns
 * the term with trimmed names.
 */
function checkTerm(context: ClubContext, body: TermBody): TermBody {
  refuseIfProviderOwns(context)
  const [problem] = termProblems(body)
  if (problem)
    throw new Refusal('INVALID_REQUEST', { field: problem.field, detail: `${problem.field}: ${problem.problem}` })
  const names = Object.entries(body.name).map(([language, name]) => [language, name.trim()] as const)
  return { ...body, name: Object.fromEntries(names.filter(([, name]) => name !== '')) }
}

const LOCK_TERM = tenantStatement(
  'scheduling/lock-term',
  `SELECT id, kind, name, first_date, last_date FROM terms WHERE client_id = $1 AND club_id = $2 AND id = $3
   FOR UPDATE`,
  { json: { name: Term.properties.name } },
)

/** Reads and locks a term of this club; refuses a term of another club. */
async function lockTerm(tx: Tx, context: ClubContext, id: string): Promise<StoredTerm> {
  const term = await findRow(tx, LOCK_TERM, [context.clubId, id])
  if (!term) throw new Refusal('NOT_FOUND', { field: 'id' })
  return term
}

const GROUPS_SINCE = tenantStatement(
  'scheduling/list-groups-since',
  'SELECT id FROM groups WHERE client_id = $1 AND club_id = $2 AND (last_date IS NULL OR last_date >= $3)',
)

/** The keys of the groups that a tablet may hold with days that a term of the club changes. */
async function affectedGroups(tx: Tx, { clubId, today }: ClubContext): Promise<ChangedKey[]> {
  const rows = await queryRows(tx, GROUPS_SINCE, [clubId, addDays(today, -MAX_PAST_DAYS)])
  return rows.map(({ id }) => ({ clubId, kind: 'group', key: id }))
}

export interface NewTerm {
  id: string
  clubId: string
  /** No group meets on the days of a `holiday`, nor between two terms [R6.2]. */
  kind: 'term' | 'holiday'
  /** By language, such as `en`. */
  name: Record<string, string>
  /** YYYY-MM-DD; both days are included. */
  firstDate: string
  lastDate: string
}

const INSERT_TERM = tenantStatement(
  'scheduling/insert-term',
  'INSERT INTO terms (client_id, id, club_id, kind, name, first_date, last_date) VALUES ($1, $2, $3, $4, $5, $6, $7)',
)

export async function createTerm(tx: Tx, by: string | null, term: NewTerm): Promise<void> {
  await execute(tx, INSERT_TERM, [term.id, term.clubId, term.kind, term.name, term.firstDate, term.lastDate])
  await audit(tx, { userId: by, action: 'create', entity: 'term', entityId: term.id, after: term })
}

interface ChangedTerm {
  answer: Term
  changed: ChangedKey[]
}

/** Creates a term from a form's entry. */
export async function enterTerm(tx: Tx, context: ClubContext, id: string, body: TermBody): Promise<ChangedTerm> {
  const after = checkTerm(context, body)
  const { kind, name, first_date: firstDate, last_date: lastDate } = after
  const { clubId, userId } = context
  await createTerm(tx, userId, { id, clubId, kind, name, firstDate, lastDate })
  return { answer: withRevision({ id, ...after }), changed: await affectedGroups(tx, context) }
}

const UPDATE_TERM = tenantStatement(
  'scheduling/update-term',
  'UPDATE terms SET kind = $3, name = $4, first_date = $5, last_date = $6 WHERE client_id = $1 AND id = $2',
)

/** Changes a term. With `ifMatch` it is refused when somebody has changed the term since that revision. */
export async function changeTerm(
  tx: Tx,
  context: ClubContext,
  id: string,
  body: TermBody,
  ifMatch: string | undefined,
): Promise<ChangedTerm> {
  const after = checkTerm(context, body)
  const stored = await lockTerm(tx, context, id)
  if (ifMatch !== undefined) matchRevision(ifMatch, revisionOf(stored))
  const { id: _id, ...before } = stored
  await execute(tx, UPDATE_TERM, [id, after.kind, after.name, after.first_date, after.last_date])
  const { userId } = context
  await audit(tx, { userId, action: 'change', entity: 'term', entityId: id, before, after })
  return { answer: withRevision({ id, ...after }), changed: await affectedGroups(tx, context) }
}

const DELETE_TERM = tenantStatement('scheduling/delete-term', 'DELETE FROM terms WHERE client_id = $1 AND id = $2')

export async function removeTerm(tx: Tx, context: ClubContext, id: string): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const { id: _id, ...before } = await lockTerm(tx, context, id)
  await execute(tx, DELETE_TERM, [id])
  const { userId } = context
  await audit(tx, { userId, action: 'delete', entity: 'term', entityId: id, before })
  return affectedGroups(tx, context)
}
