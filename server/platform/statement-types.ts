// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'platform/announce-changes': {
      params: [param1: string, param2: string]
      row: {
        pg_notify: string | null
      }
    }
    'platform/ask-replica': {
      params: []
      row: {
        answer: number
      }
    }
    'platform/claim-due-mail': {
      params: [dueAt: Date]
      row: {
        id: string
        user_id: string
        kind: string
        data: JsonColumn
        created_at: Date
        tries: number
      }
    }
    'platform/claim-task': {
      params: [leasedUntil: Date, leasedUntil3: Date | null, kinds: readonly (string | null)[], abandoned: number]
      row: {
        id: string
        kind: string
        subject: string
        position: JsonColumn | null
        done: number
        total: number | null
        tries: number
        takes: number
        due_at: Date
      }
    }
    'platform/delete-clubs-of-documents': {
      params: [documentIds: readonly (string | null)[]]
      row: {}
    }
    'platform/delete-documents': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'platform/delete-old-requests': {
      params: [at: Date]
      row: {}
    }
    'platform/delete-other-uses': {
      params: [kind: string, key: string, fileIds: readonly (string | null)[]]
      row: {}
    }
    'platform/delete-reads-of-documents': {
      params: [documentIds: readonly (string | null)[]]
      row: {}
    }
    'platform/delete-turns-of-clock-ahead': {
      params: [dueAt: Date]
      row: {}
    }
    'platform/delete-unused-files': {
      params: [createdAt: Date, limit: number]
      row: {}
    }
    'platform/delete-uses-by-documents': {
      params: [keys: readonly (string | null)[]]
      row: {}
    }
    'platform/delete-versions-of-documents': {
      params: [documentIds: readonly (string | null)[]]
      row: {}
    }
    'platform/end-mail': {
      params: [id: string, state: string, endedAt: Date | null, error: string | null, written: JsonParam | null]
      row: {}
    }
    'platform/end-task': {
      params: [id: string, endedAt: Date, position: JsonParam | null, done: number, total: number | null]
      row: {
        client_id: string
      }
    }
    'platform/end-turn': {
      params: [queue: string, holder: string]
      row: {}
    }
    'platform/enqueue-author-mail': {
      params: [kind: string, data: JsonParam, createdAt: Date, param5: string]
      row: {}
    }
    'platform/enqueue-mails': {
      params: [param2: readonly (string | null)[], kind: string, data: JsonParam, createdAt: Date]
      row: {}
    }
    'platform/enqueue-task': {
      params: [kind: string, subject: string, dueAt: Date, createdAt: Date, byUser: string | null, clubId: string | null]
      row: {}
    }
    'platform/fail-task': {
      params: [id: string, takes: number, error: string | null, param5: Date | null, endedAt: Date]
      row: {
        event: 'begun' | 'again' | 'failed' | 'done' | 'cancelled' | 'retried'
      }
    }
    'platform/find-answer-of-request': {
      params: [userId: string, requestId: string, fingerprint: Uint8Array]
      row: {
        status: number
        answer: JsonColumn | null
      }
    }
    'platform/find-ended-family': {
      params: [family: string]
      row: {}
    }
    'platform/find-file': {
      params: [id: string]
      row: {
        id: string
        purpose: string
        filename: string
        media_type: string
        bytes: number
        variants: number[]
        created_by: string | null
      }
    }
    'platform/find-file-of-user': {
      params: [id: string, createdBy: string]
      row: {}
    }
    'platform/find-hostname-of-portal': {
      params: [clientId: string, portal: string]
      row: {
        hostname: string
      }
    }
    'platform/find-tenant-of-hostname': {
      params: [hostname: string]
      row: {
        client_id: string
        portal: 'parent' | 'coach' | 'club' | 'scheme'
      }
    }
    'platform/fold-words': {
      params: [param1: string]
      row: {
        word: string
      }
    }
    'platform/has-more-to-sweep': {
      params: []
      row: {
        has_more: boolean
      }
    }
    'platform/insert-audit-entry': {
      params: [userId: string | null, action: string, entity: string, entityId: string, before: JsonParam | null, after: JsonParam | null]
      row: {}
    }
    'platform/insert-file': {
      params: [id: string, purpose: string, filename: string, mediaType: string, bytes: number, width: number | null, height: number | null, variants: readonly number[], createdBy: string | null, createdAt: Date, sha256: string | null]
      row: {}
    }
    'platform/insert-request': {
      params: [userId: string, requestId: string, fingerprint: Uint8Array, at: Date]
      row: {}
    }
    'platform/insert-uses': {
      params: [param2: readonly (string | null)[], kind: string, key: string]
      row: {
        client_id: string
      }
    }
    'platform/list-families-of-users': {
      params: [userIds: readonly (string | null)[]]
      row: {
        family: string
      }
    }
    'platform/list-migrations': {
      params: []
      row: {
        name: string
      }
    }
    'platform/list-signing-keys': {
      params: []
      row: {
        kid: string
        private_jwk: string
        created_at: Date
      }
    }
    'platform/list-stored-files': {
      params: [param2: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'platform/list-uses-of-file': {
      params: [fileId: string]
      row: {
        kind: string
        key: string
      }
    }
    'platform/lock-files': {
      params: [ids: readonly (string | null)[], purpose: string]
      row: {}
    }
    'platform/lock-old-documents': {
      params: [deletedAt: Date, limit: number]
      row: {
        id: string
      }
    }
    'platform/make-mails-of-clock-ahead-due': {
      params: [dueAt: Date, dueAt3: Date]
      row: {}
    }
    'platform/make-tasks-of-clock-ahead-due': {
      params: [dueAt: Date, param3: Date]
      row: {}
    }
    'platform/note-change-set': {
      params: [id: string, clubId: string, userId: string, at: Date, kind: string, details: JsonParam]
      row: {}
    }
    'platform/note-lost-work': {
      params: [param1: readonly (string | null)[], dueAt: Date]
      row: {
        noted: number
      }
    }
    'platform/note-next-turn': {
      params: [queue: string, holder: string, dueAt: Date]
      row: {}
    }
    'platform/notify-ended-sessions': {
      params: [param1: string]
      row: {
        pg_notify: string | null
      }
    }
    'platform/read-end-of-log': {
      params: []
      row: {
        cluster: string | null
        lsn: string | null
      }
    }
    'platform/read-last-backup': {
      params: []
      row: {
        last_backup_at: Date | null
      }
    }
    'platform/read-next-due-mail': {
      params: []
      row: {
        due_at: Date | null
      }
    }
    'platform/read-next-due-task': {
      params: [kinds: readonly (string | null)[]]
      row: {
        due_at: Date | null
      }
    }
    'platform/read-next-turn': {
      params: [queue: string, dueAt: Date]
      row: {
        due_at: Date | null
      }
    }
    'platform/read-pepper': {
      params: []
      row: {
        pepper: string | null
      }
    }
    'platform/read-state-of-replica': {
      params: [param1: string, param2: string]
      row: {
        is_replica: boolean | null
        same_cluster: boolean | null
        caught_up: boolean
        seconds_behind: number | null
      }
    }
    'platform/record-error-of-mail': {
      params: [id: string, error: string | null]
      row: {}
    }
    'platform/renew-lease-of-mail': {
      params: [id: string, tries: number, param4: Date]
      row: {}
    }
    'platform/renew-turn': {
      params: [queue: string, holder: string, dueAt: Date]
      row: {}
    }
    'platform/revoke-families-of-users': {
      params: [userIds: readonly (string | null)[], revokedAt: Date | null, family: string | null]
      row: {
        family: string
      }
    }
    'platform/revoke-family': {
      params: [family: string, revokedAt: Date | null]
      row: {}
    }
    'platform/roll-back-refused': {
      params: []
      row: {}
    }
    'platform/save-before-refusal': {
      params: []
      row: {}
    }
    'platform/save-progress-of-task': {
      params: [id: string, position: JsonParam | null, done: number, total: number | null]
      row: {}
    }
    'platform/set-answer-of-request': {
      params: [userId: string, requestId: string, fingerprint: Uint8Array, status: number | null, answer: JsonParam | null]
      row: {}
    }
    'platform/set-lease-of-task': {
      params: [id: string, takes: number, leasedUntil: Date | null]
      row: {}
    }
    'platform/take-turn': {
      params: [queue: string, dueAt: Date, dueAt3: Date, holder: string | null]
      row: {
        client_id: string
        taken: boolean
      }
    }
  }
}
