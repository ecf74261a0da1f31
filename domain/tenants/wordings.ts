/** What a client calls a child, a class and who brings the child [1.6]: "member, group, guardian", "pupil, group, guardian", "member, session, accompanying adult". */
export const wordings = ['default', 'club', 'english'] as const
export type Wording = (typeof wordings)[number]
