import { Type, type Static } from 'typebox'
import { RosterProblemReason } from '#contract/flows/rosters.ts'
import { nullable } from '#contract/platform/fields.ts'
import { ROSTER_EFFECTS, type RosterEffect } from '#domain/flows/roster-effects.ts'
import { ROSTER_LISTS, type RosterList } from './staged.ts'

/** Something in the roster that could not be imported as it is. */
const RosterProblem = Type.Object({
  /** The id of the club. */
  club: Type.String(),
  /** The number by which the provider's staff know the child or class. */
  number: Type.String(),
  why: RosterProblemReason,
})
type RosterProblem = Static<typeof RosterProblem>

/** How often each effect occurred. */
const Effects = Type.Unsafe<Partial<Record<RosterEffect, number>>>(
  Type.Partial(Type.Object(Object.fromEntries(ROSTER_EFFECTS.map((effect) => [effect, Type.Integer()])))),
)

/** How many problems a run stores. The next run reports again those that remain. */
const MAX_PROBLEMS = 200

/** The position of an import of rosters and its results so far, stored with its task. */
export const RosterRun = Type.Object({
  phase: Type.Union([
    Type.Literal('read'),
    Type.Literal('centres'),
    Type.Literal('staff'),
    Type.Literal('children'),
    Type.Literal('groups'),
    Type.Literal('places'),
  ]),
  /** While reading: the list, how many of its rows are read, and the id of the last of them. */
  list: Type.Unsafe<RosterList>(Type.Union(ROSTER_LISTS.map((list) => Type.Literal(list)))),
  read: Type.Integer(),
  last: nullable(Type.String()),
  /** How often a list was read anew, because it had changed while it was read. */
  moved: Type.Integer(),
  /** While writing: the last id of this phase that is written; the next batch continues after it. */
  after: Type.String(),
  /** The effects so far, by club. */
  done: Type.Record(Type.String(), Effects),
  problems: Type.Array(RosterProblem),
})
export type RosterRun = Static<typeof RosterRun>

export function newRosterRun(): RosterRun {
  return {
    phase: 'read',
    list: 'orgs',
    read: 0,
    last: null,
    moved: 0,
    after: '',
    done: {},
    problems: [],
  }
}

/** Adds one effect of the run on a club, such as a new member, to the club's results. */
export function countEffect(run: RosterRun, clubId: string, effect: RosterEffect): void {
  const counts = (run.done[clubId] ??= {})
  counts[effect] = (counts[effect] ?? 0) + 1
}

/** Stores a problem to be shown to the club; beyond `MAX_PROBLEMS` it is dropped. */
export function addProblem(run: RosterRun, problem: RosterProblem): void {
  if (run.problems.length < MAX_PROBLEMS) run.problems.push(problem)
}
