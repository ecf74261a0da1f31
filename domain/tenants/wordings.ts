/**
 * What a client calls a child, a class and the person who brings the child [1.6]. `default`: member, group, guardian.
 * `club`: pupil, group, guardian. `english`: member, session, accompanying adult.
 */
export const wordings = ['default', 'club', 'english'] as const
export type Wording = (typeof wordings)[number]
