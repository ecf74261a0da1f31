/**
 * What a client calls a child, a class and the person who brings the child [1.6], in the order of this list: "member,
 * group, guardian"; "pupil, group, guardian"; "member, session, accompanying adult".
 */
export const wordings = ['default', 'club', 'english'] as const
export type Wording = (typeof wordings)[number]
