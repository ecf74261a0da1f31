import type { Policy } from '#domain/platform/rights.ts'

export const membersPolicy = {
  'members.list': {
    what: 'list and count the members of a club',
    rights: { admin: { on: 'own-club' }, api: { on: 'own-club', scope: 'members:read' } },
  },
  'members.read': {
    what: 'read a member’s record and log, with medical notes and telephone numbers',
    rights: { admin: { on: 'own-club' } },
  },
  'members.download': {
    what: 'download the members of a club',
    rights: { admin: { on: 'own-club' } },
  },
  'members.read-attendance': {
    what: 'read a member’s attendance',
    rights: { admin: { on: 'own-club' }, api: { on: 'own-club', scope: 'marks:read' } },
  },
  'members.change': {
    what: 'add and change members, one or many',
    rights: { admin: { on: 'own-club' } },
  },
  'members.invite-parents': {
    what: 'invite parents',
    rights: { admin: { on: 'own-clubs' } },
  },
  'members.read-of-client': {
    what: 'list and read the members of all clubs, in the advanced mode',
    rights: { ngo: { on: 'client', page: '/members' } },
  },
  'children.link': {
    what: 'link and unlink a child',
    rights: { parent: { on: 'own-account' } },
  },
} as const satisfies Policy
