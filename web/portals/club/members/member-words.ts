import type { Category } from '#contract/members/club-members.ts'

/** The categories of members [3.6], in the order of age. */
export const CATEGORIES: readonly Category[] = ['pre-school', 'early-start', 'explore-the-options']
