import { Type, type Static } from 'typebox'
import { DateText, Portal, strict } from '#contract/platform/fields.ts'

/** Counts a view of one of the portal's named pages, such as `overview`, without the user who opened it. */
export const PageViewBody = Type.Object({ page: Type.String({ minLength: 1, maxLength: 40 }) }, strict)
export type PageViewBody = Static<typeof PageViewBody>

/** The first and the last day, both included. */
export const PageViewsQuery = Type.Object({ from: DateText, to: DateText }, strict)

export const PageViews = Type.Array(
  Type.Object({ day: DateText, portal: Portal, page: Type.String(), views: Type.Integer() }),
)
export type PageViews = Static<typeof PageViews>
