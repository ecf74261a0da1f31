import type { Policy } from '#domain/platform/rights.ts'

export const noticesPolicy = {
  'documents.read': {
    what: 'list and read documents',
    rights: {
      admin: { on: 'addressed', feature: 'DOCUMENTS_PAGE' },
      ngo: { on: 'client', feature: 'DOCUMENTS_PAGE' },
    },
  },
  'documents.manage': {
    what: 'write, change, delete and restore documents, and remind those who have not read them',
    rights: { ngo: { on: 'client', feature: 'DOCUMENTS_PAGE' } },
  },
  'documents.confirm': {
    what: 'confirm that a document has been read',
    rights: { admin: { on: 'addressed', feature: 'DOCUMENTS_PAGE' } },
  },
  'notifications.read': {
    what: 'read the notifications of today',
    rights: { coach: { on: 'addressed' }, admin: { on: 'addressed' } },
  },
  'notifications.manage': {
    what: 'write, change, delete and restore notifications',
    rights: { ngo: { on: 'client' } },
  },
  'mail-preferences.change': {
    what: 'change which mails somebody receives: the own account, or by the link in a mail',
    rights: { anybody: { on: 'token' } },
  },
} as const satisfies Policy
