import type { Policy } from '#domain/platform/rights.ts'

export const curriculumPolicy = {
  'schemes.read': {
    what: 'read schemes and their curriculum',
    rights: {
      parent: { on: 'client' },
      coach: { on: 'client' },
      admin: { on: 'client' },
      ngo: { on: 'client' },
      api: { on: 'client', scope: 'schemes:read' },
    },
  },
  'schemes.watch-videos': {
    what: 'list and watch the videos of a scheme',
    rights: { parent: { on: 'client' }, coach: { on: 'client' }, admin: { on: 'client' }, ngo: { on: 'client' } },
  },
  'schemes.author': {
    what: 'write schemes: nodes, grades, sections, videos, translations, imports and exports',
    rights: { ngo: { on: 'client' } },
  },
  'schemes.release': {
    what: 'release and retire schemes, make them drafts again, and release their working copies',
    rights: { ngo: { on: 'client' } },
  },
  'schemes.add': {
    what: 'add a scheme, empty or from a file',
    rights: { ngo: { on: 'client', feature: 'ADD_SCHEME' } },
  },
  'schemes.share': {
    what: 'publish schemes, subscribe to others and mirror their nodes',
    rights: { ngo: { on: 'client' } },
  },
  'tags.manage': {
    what: 'read and change content tags',
    rights: { ngo: { on: 'client' } },
  },
  'label-sets.manage': {
    what: 'read and change sets of grade labels',
    rights: { ngo: { on: 'client' } },
  },
} as const satisfies Policy
