import type { Policy } from '#domain/platform/rights.ts'

export const schedulingPolicy = {
  'groups.read': {
    what: 'list and read the groups of a club',
    rights: { admin: { on: 'own-club' }, api: { on: 'own-club', scope: 'groups:read' } },
  },
  'groups.download': {
    what: 'download the groups of a club',
    rights: { admin: { on: 'own-club' } },
  },
  'groups.change': {
    what: 'open and change groups, and who is in them',
    rights: { admin: { on: 'own-club' }, api: { on: 'own-club', scope: 'groups:write' } },
  },
  'groups.end': {
    what: 'end many groups at once',
    rights: { admin: { on: 'own-club' } },
  },
  'calendar.read': {
    what: 'read the calendar of a club',
    rights: { admin: { on: 'own-club', page: '/sessions' } },
  },
  'sessions.manage': {
    what: 'read and change a session of a group, and the terms of a club',
    rights: { admin: { on: 'own-club' } },
  },
  'registers.read': {
    what: 'read the registers of a club’s day',
    rights: { admin: { on: 'own-club' } },
  },
  'registers.remind': {
    what: 'remind the coaches of a session of its register',
    rights: { admin: { on: 'own-club' } },
  },
  'sessions.cover': {
    what: 'cover a session of another coach',
    rights: { coach: { on: 'own-club', feature: 'IMPORT_ALL_CLASSES' } },
  },
  'sessions.release-cover': {
    what: 'end covering a session',
    rights: { coach: { on: 'own-club' } },
  },
} as const satisfies Policy
