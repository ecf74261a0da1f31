// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'platform/delete-old-requests': {
      params: [at: Date]
      row: {}
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
    'platform/insert-request': {
      params: [userId: string, requestId: string, fingerprint: Uint8Array, at: Date]
      row: {}
    }
    'platform/list-families-of-users': {
      params: [userIds: readonly (string | null)[]]
      row: {
        family: string
      }
    }
    'platform/list-signing-keys': {
      params: []
      row: {
        kid: string
        private_jwk: string
      }
    }
    'platform/note-change-set': {
      params: [id: string, clubId: string, userId: string, at: Date, kind: string, details: JsonParam]
      row: {}
    }
    'platform/notify-ended-sessions': {
      params: [param1: string]
      row: {
        pg_notify: string | null
      }
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
    'platform/set-answer-of-request': {
      params: [userId: string, requestId: string, fingerprint: Uint8Array, status: number | null, answer: JsonParam | null]
      row: {}
    }
  }
}
