import type { Policy } from '#domain/platform/rights.ts'

export const assessmentPolicy = {
  'children.read': {
    what: 'read the progress of a child, and print it and its certificates',
    rights: { parent: { on: 'own-account' } },
  },
  'progress.read': {
    what: 'read a member’s progress',
    rights: { admin: { on: 'own-club' }, api: { on: 'own-club', scope: 'members:read' } },
  },
  'progress.bring': {
    what: 'say which levels a member passed elsewhere',
    rights: { admin: { on: 'own-club' } },
  },
  'marks.read': {
    what: 'read a member’s marks',
    rights: { admin: { on: 'own-club' }, api: { on: 'own-club', scope: 'marks:read' } },
  },
  'marks.read-history': {
    what: 'read all marks of a member, with those that no longer count',
    rights: { coach: { on: 'own-groups' } },
  },
  'assess.sync': {
    what: 'take registers, mark, award badges, write notes and plans, and load what that needs',
    rights: { coach: { on: 'own-groups' } },
  },
  'lesson-plans.write': {
    what: 'write lesson plans and share them with other coaches',
    rights: { coach: { on: 'own-clubs', feature: 'ENABLE_SESSION_PLANNING' } },
  },
  'lesson-plans.read': {
    what: 'read the lesson plans on the groups of a club',
    rights: { admin: { on: 'own-club', feature: 'ENABLE_SESSION_PLANNING' } },
  },
  'submitted-work.submit': {
    what: 'hand in the unsent work of a closed account',
    rights: { coach: { on: 'own-club' } },
  },
  'submitted-work.decide': {
    what: 'take or decline the work of a closed account',
    rights: { admin: { on: 'own-club' } },
  },
} as const satisfies Policy
