import type { StateStep } from './state-steps.ts'

/** What the menu of a scheme offers. */
export type SchemeAction = 'settings' | 'history' | 'change' | 'delete' | StateStep
