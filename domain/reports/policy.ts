import type { Policy } from '#domain/platform/rights.ts'

export const reportsPolicy = {
  'reports.read': {
    what: 'read and download the reports of a club',
    rights: { coach: { on: 'own-groups' }, admin: { on: 'own-club' } },
  },
  'level-lists.read': {
    what: 'read and download which children wait for a pass or a badge',
    rights: { admin: { on: 'own-club' } },
  },
  'reports.read-of-client': {
    what: 'read and download reports over all clubs',
    rights: { ngo: { on: 'client' } },
  },
} as const satisfies Policy
