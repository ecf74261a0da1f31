/** The stages of life to which a club can assign a member [3.6], in the order of age. */
export const CATEGORIES = ['pre-school', 'early-start', 'explore-the-options'] as const
/** Whether a member belongs to the club now. */
export const STATUSES = ['active', 'inactive'] as const
