import type { SchemeState } from '#domain/curriculum/scheme-state.ts'

/** What an author does to the state of a scheme. */
export type StateStep = 'release' | 'retire' | 'bringBack' | 'unrelease'

/** The steps that are offered in each state, the usual one first. */
export const stateSteps: Readonly<Record<SchemeState, readonly [StateStep, ...StateStep[]]>> = {
  draft: ['release'],
  released: ['retire', 'unrelease'],
  retired: ['bringBack'],
}

/** The state into which each step brings a scheme. */
export const stateAfter: Readonly<Record<StateStep, SchemeState>> = {
  release: 'released',
  retire: 'retired',
  bringBack: 'released',
  unrelease: 'draft',
}
