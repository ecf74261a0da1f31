import type { Policy } from '#domain/platform/rights.ts'

export const tenantsPolicy = {
  'client.read': {
    what: 'read which client, portal, look and languages a host name has',
    rights: { anybody: { on: 'client' } },
  },
  'client-settings.manage': {
    what: 'read and change the client’s settings, and the flags of a club',
    rights: { ngo: { on: 'client' } },
  },
  'client-words.manage': {
    what: 'read and change languages, the client’s own words and the award mail',
    rights: { ngo: { on: 'client' } },
  },
  'client-files.manage': {
    what: 'list and delete the client’s stored files',
    rights: { ngo: { on: 'client' } },
  },
  'maintenance.manage': {
    what: 'announce, read and end maintenance',
    rights: { ngo: { on: 'client' } },
  },
  'clubs.list': {
    what: 'list clubs',
    rights: {
      parent: { on: 'own-clubs' },
      coach: { on: 'own-clubs' },
      admin: { on: 'own-clubs' },
      ngo: { on: 'client' },
    },
  },
  'clubs.change': {
    what: 'read and change the settings of a club',
    rights: { admin: { on: 'own-club' }, ngo: { on: 'client', page: '/clubs' } },
  },
  'club-tasks.follow': {
    what: 'see how far the long work is that they began at the club',
    rights: { admin: { on: 'own-club' } },
  },
  'clubs.create': {
    what: 'add and delete clubs',
    rights: { ngo: { on: 'client', page: '/clubs' } },
  },
  'events.listen': {
    what: 'hear of changes',
    rights: {
      parent: { on: 'own-children' },
      coach: { on: 'own-club' },
      admin: { on: 'own-club' },
      ngo: { on: 'client' },
    },
  },
  'page-views.count': {
    what: 'count a page view, without a name',
    rights: { anybody: { on: 'client' } },
  },
  'page-views.read': {
    what: 'read the counts of page views',
    rights: { ngo: { on: 'client' } },
  },
  'attention.read': {
    what: 'read what needs attention',
    rights: { ngo: { on: 'client' } },
  },
  'audit.read': {
    what: 'search and download the audit log',
    rights: { admin: { on: 'own-club' }, ngo: { on: 'client' } },
  },
  'audit.list-actions': {
    what: 'list the actions in the audit log of a club',
    rights: { admin: { on: 'own-club' } },
  },
} as const satisfies Policy
