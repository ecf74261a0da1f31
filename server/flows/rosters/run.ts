import type { Static } from 'typebox'
import type { RosterProblemReason } from '#contract/flows/rosters.ts'
import type { RosterEffect } from '#domain/flows/roster-effects.ts'
import type { RosterList } from './staged.ts'

/** Something in the roster that could not be imported as it is. */
interface RosterProblem {
  /** The id of the club. */
  club: string
  /** The number by which the provider's staff know the child or class. */
  number: string
  why: Static<typeof RosterProblemReason>
}

/** How many problems a run stores. The next run reports again those that remain. */
const MAX_PROBLEMS = 200

/** The position of an import of rosters and its results so far, stored with its task. */
export interface RosterRun {
  phase: 'read' | 'centres' | 'staff' | 'children' | 'groups' | 'places'
  /** While reading: the list, how many of its rows are read, and the id of the last of them. */
  list: RosterList
  read: number
  last: string | null
  /** How often a list was read anew, because it had changed while it was read. */
  moved: number
  /** While writing: the last id of this phase that is written; the next batch continues after it. */
  after: string
  /** How often each effect occurred so far, by club. */
  done: Record<string, Partial<Record<RosterEffect, number>>>
  problems: RosterProblem[]
}

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
