import type { Policy } from '#domain/platform/rights.ts'

export const flowsPolicy = {
  'files.upload': {
    what: 'upload files: authors any, administrators the logo of their club',
    rights: { admin: { on: 'own-club' }, ngo: { on: 'client' } },
  },
  'files.read': {
    what: 'open the files of schemes and documents that they may read',
    rights: { parent: { on: 'client' }, coach: { on: 'client' }, admin: { on: 'client' }, ngo: { on: 'client' } },
  },
  'files.open-link': {
    what: 'open a file by its direct address',
    rights: { anybody: { on: 'token' } },
  },
  'files.read-uses': {
    what: 'read where a file is used',
    rights: { ngo: { on: 'client' } },
  },
  'imports.manage': {
    what: 'import members from a file',
    rights: { admin: { on: 'own-club' } },
  },
  'merges.manage': {
    what: 'find and merge duplicate members',
    rights: { admin: { on: 'own-club' } },
  },
  'guests.manage': {
    what: 'make a member of a child whom a coach entered at a session, join it with one, or drop it',
    rights: { admin: { on: 'own-club' } },
  },
  'members.erase': {
    what: 'erase a member',
    rights: { admin: { on: 'own-club' } },
  },
  'members.export': {
    what: 'export all personal data of a member',
    rights: { admin: { on: 'own-club' } },
  },
  'club.export': {
    what: 'download everything of a club',
    rights: { admin: { on: 'own-club' } },
  },
  'club.return': {
    what: 'take everything of an archive back into a club',
    rights: { admin: { on: 'own-club' } },
  },
  'account.export': {
    what: 'export all personal data of an account',
    rights: {
      parent: { on: 'own-account' },
      coach: { on: 'own-account' },
      admin: { on: 'own-account' },
      ngo: { on: 'own-or-users', page: '/users' },
    },
  },
  'change-sets.undo': {
    what: 'read what was done at the club and can be undone, and undo it',
    rights: { admin: { on: 'own-club' } },
  },
  'term-board.manage': {
    what: 'move members on at the end of a term',
    rights: { admin: { on: 'own-club' } },
  },
  'rosters.read': {
    what: 'read the state of the import from the course provider',
    rights: { admin: { on: 'own-club' } },
  },
  'retention.manage': {
    what: 'read and change how long data are kept',
    rights: { ngo: { on: 'client' } },
  },
  'tasks.manage': {
    what: 'read, cancel and repeat tasks, in the advanced mode',
    rights: { ngo: { on: 'client', page: '/tasks' } },
  },
} as const satisfies Policy
