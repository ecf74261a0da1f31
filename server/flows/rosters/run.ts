import type { Static } from 'typebox'
import type { RosterWhy } from '#contract/flows/rosters.ts'
import type { RosterEffect } from '#domain/flows/roster-effects.ts'
import type { List } from './staged.ts'

/** Something that the provider says and that cannot be taken over as it is. */
interface RosterProblem {
  /** Id of the club here. */
  club: string
  /** `number`: what the provider's own people know a child or a class by. */
  number: string
  why: Static<typeof RosterWhy>
}

/** Nobody reads more of them, and each is told anew by the next run. */
const MOST_PROBLEMS = 200

/** Where a run is, and what it did so far: kept with its task. */
export interface Run {
  phase: 'read' | 'centres' | 'staff' | 'children' | 'groups' | 'places'
  /** While reading: the list, how many rows of it are read, the last of them, and how often it moved meanwhile. */
  list: List
  read: number
  last: string | null
  moved: number
  /** While writing: the last one done. */
  after: string
  done: Record<string, Partial<Record<RosterEffect, number>>>
  problems: RosterProblem[]
}

export function newRun(): Run {
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

export function count(run: Run, clubId: string, deed: RosterEffect, by = 1): void {
  const club = (run.done[clubId] ??= {})
  if (by > 0) club[deed] = (club[deed] ?? 0) + by
}

export function addProblem(run: Run, problem: RosterProblem): void {
  if (run.problems.length < MOST_PROBLEMS) run.problems.push(problem)
}
