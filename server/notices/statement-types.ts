// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'notices/count-clubs-of-document': {
      params: [ids: readonly (string | null)[]]
      row: {
        existing: number
      }
    }
    'notices/count-clubs-of-notification': {
      params: [ids: readonly (string | null)[]]
      row: {
        existing: number
      }
    }
    'notices/delete-clubs-of-notification': {
      params: [notificationId: string]
      row: {}
    }
    'notices/delete-other-clubs-of-document': {
      params: [documentId: string, clubIds: readonly (string | null)[]]
      row: {}
    }
    'notices/find-version-for-club': {
      params: [id: string, clubId: string]
      row: {
        version: number
      }
    }
    'notices/insert-clubs-of-document': {
      params: [documentId: string, param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'notices/insert-clubs-of-notification': {
      params: [notificationId: string, param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'notices/insert-document': {
      params: [id: string, folder: string, description: string, updatedAt: Date]
      row: {}
    }
    'notices/insert-document-read': {
      params: [documentId: string, version: number, clubId: string, userId: string, readAt: Date]
      row: {}
    }
    'notices/insert-document-version': {
      params: [documentId: string, version: number, fileId: string, createdBy: string, createdAt: Date]
      row: {}
    }
    'notices/insert-notification': {
      params: [id: string, heading: string, description: string, startDate: string, endDate: string, global: boolean, updatedAt: Date]
      row: {}
    }
    'notices/list-documents': {
      params: [userId: string, clubId: string | null, folder: string | null, param5: string | null, limit: number, offset: number, param8: boolean, param9: boolean, param10: boolean, param11: boolean]
      row: {
        json: string
        total: number
      }
    }
    'notices/list-files-of-versions': {
      params: [documentId: string]
      row: {
        file_id: string
      }
    }
    'notices/list-notices-of-club': {
      params: [clubId: string, param3: string]
      row: {
        id: string
        heading: string
        description: string
        start: string
        end: string
      }
    }
    'notices/list-notifications': {
      params: [param2: string | null, endDate: string | null, limit: number, offset: number]
      row: {
        list: JsonColumn
        total: number
      }
    }
    'notices/list-users-to-remind': {
      params: [id: string, createdAt: Date]
      row: {
        id: string
      }
    }
    'notices/lock-document': {
      params: [id: string]
      row: {}
    }
    'notices/lock-notification': {
      params: [id: string]
      row: {}
    }
    'notices/mark-document-deleted': {
      params: [id: string, deletedAt: Date | null]
      row: {}
    }
    'notices/mark-notification-deleted': {
      params: [id: string, deletedAt: Date | null]
      row: {}
    }
    'notices/read-document': {
      params: [id: string]
      row: {
        detail: JsonColumn
      }
    }
    'notices/read-notification': {
      params: [id: string]
      row: {
        stored: JsonColumn
      }
    }
    'notices/set-mail-preferences': {
      params: [id: string, param3: number | null, param4: number | null]
      row: {
        unsubscribe_operational: boolean
        award_mail: boolean
      }
    }
    'notices/update-document': {
      params: [id: string, folder: string, description: string, version: number, updatedAt: Date]
      row: {}
    }
    'notices/update-notification': {
      params: [id: string, heading: string, description: string, startDate: string, endDate: string, global: boolean, updatedAt: Date]
      row: {}
    }
  }
}
