import type { Policy } from './rights.ts'

export const platformPolicy = {
  'service.read': {
    what: 'read the state of the service and the documentation of the API',
    rights: { anybody: { on: 'client' } },
  },
} as const satisfies Policy
