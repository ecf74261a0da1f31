// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'identity/add-token-of-email-change': {
      params: [userId: string, tokenHashes: string, askedAt: Date]
      row: {
        email: string
      }
    }
    'identity/anonymise-user': {
      params: [param1: string]
      row: {
        anonymise_user: string | null
      }
    }
    'identity/count-request-of-token': {
      params: [hash: Uint8Array, previousUntil: Date | null, minute: Date]
      row: {
        user_id: string
        club_id: string | null
        scopes: string[]
        per_minute: number
        used: number
        expired: boolean | null
        features: JsonColumn
        provider: 'local' | 'bg' | 'coursepro'
        language_id: number
        language: string
      }
    }
    'identity/delete-email-change': {
      params: [userId: string, tokenHashess: string]
      row: {}
    }
    'identity/find-api-user': {
      params: [id: string]
      row: {}
    }
    'identity/find-current-clubs': {
      params: [userId: string, toDate: string]
      row: {}
    }
    'identity/find-email-change': {
      params: [tokenHashess: string]
      row: {
        user_id: string
        email: string
        asked_at: Date
        old_email: string | null
        firstname: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
      }
    }
    'identity/find-other-user-with-email': {
      params: [type: string, param3: string, id: string]
      row: {}
    }
    'identity/find-user-with-email': {
      params: [type: string, param3: string]
      row: {
        id: string
        verified: boolean
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
      }
    }
    'identity/find-user-with-number': {
      params: [type: string, ngoId: string]
      row: {}
    }
    'identity/insert-clubs-of-user': {
      params: [userId: string, param3: readonly (string | null)[]]
      row: {}
    }
    'identity/insert-invited-link': {
      params: [userId: string, memberId: string, invitedBy: string | null]
      row: {}
    }
    'identity/insert-member-link': {
      params: [userId: string, memberId: string]
      row: {}
    }
    'identity/insert-token': {
      params: [id: string, userId: string, clubId: string | null, name: string, scopes: readonly string[], hash: Uint8Array, perMinute: number, createdAt: Date, expiresAt: Date]
      row: {}
    }
    'identity/insert-user': {
      params: [id: string, type: string, email: string | null, username: string | null, firstname: string, lastname: string, passwordHash: string | null, ngoId: string | null, verified: boolean]
      row: {}
    }
    'identity/join-club-from-today': {
      params: [userId: string, clubId: string, fromDate: string]
      row: {}
    }
    'identity/join-clubs': {
      params: [userId: string, param3: readonly (string | null)[]]
      row: {}
    }
    'identity/join-clubs-from-today': {
      params: [userId: string, param3: readonly (string | null)[], fromDate: string]
      row: {}
    }
    'identity/leave-all-clubs': {
      params: [userId: string, toDate: string]
      row: {}
    }
    'identity/leave-club': {
      params: [clubId: string, userId: string, toDate: string]
      row: {}
    }
    'identity/leave-clubs': {
      params: [userId: string, clubIds: readonly (string | null)[], param4: string]
      row: {}
    }
    'identity/leave-groups': {
      params: [userId: string, clubIds: readonly (string | null)[] | null, toDate: string]
      row: {
        group_id: string
        club_id: string
      }
    }
    'identity/leave-groups-of-club': {
      params: [clubId: string, userId: string, toDate: string]
      row: {
        group_id: string
      }
    }
    'identity/list-all-clubs': {
      params: []
      row: {
        club_id: string
      }
    }
    'identity/list-own-clubs': {
      params: [userId: string, fromDate: string]
      row: {
        club_id: string
      }
    }
    'identity/list-tokens-of-user': {
      params: [userId: string, previousUntil: Date]
      row: {
        token: JsonColumn
      }
    }
    'identity/list-users': {
      params: [types: readonly (string | null)[], statuss: readonly (string | null)[], param4: string | null, param5: string | null, param6: string | null, param7: boolean, clubId: string | null, fromDate: string, param10: boolean, param11: boolean, limit: number, offset: number]
      row: {
        json: string
        total: number
      }
    }
    'identity/list-users-for-file': {
      params: [types: readonly (string | null)[], statuss: readonly (string | null)[], param4: string | null, param5: string | null, param6: string | null, param7: boolean, clubId: string | null, fromDate: string, param10: boolean, param11: string]
      row: {
        firstname: string
        lastname: string
        email: string | null
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        status: 'invited' | 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        last_login: string | null
        clubs: string | null
      }
    }
    'identity/lock-candidate-for-club': {
      params: [type: string, param3: string, clubId: string, toDate: string]
      row: {
        id: string
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
        has_left: boolean
        works_here: boolean
      }
    }
    'identity/lock-club-of-token': {
      params: [id: string]
      row: {}
    }
    'identity/lock-clubs-of-user': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'identity/lock-text': {
      params: [param1: string]
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'identity/lock-token': {
      params: [id: string, userId: string]
      row: {
        rotation: number
      }
    }
    'identity/lock-user': {
      params: [id: string]
      row: {}
    }
    'identity/read-issued-token': {
      params: [id: string, previousUntil: Date]
      row: {
        token: JsonColumn
        rotation: number
      }
    }
    'identity/read-own-user': {
      params: [id: string, id3: string | null, param4: boolean, param5: boolean]
      row: {
        me: JsonColumn
      }
    }
    'identity/read-user': {
      params: [clubId: string | null, id: string, fromDate: string, userId: string, param6: boolean]
      row: {
        detail: JsonColumn
      }
    }
    'identity/rejoin-club': {
      params: [userId: string, clubId: string]
      row: {}
    }
    'identity/request-email-change': {
      params: [userId: string, email: string, askedAt: Date]
      row: {}
    }
    'identity/revoke-token': {
      params: [id: string, revokedAt: Date | null]
      row: {}
    }
    'identity/rotate-token': {
      params: [id: string, rotation: number, previousUntil: Date | null, hash: Uint8Array]
      row: {}
    }
    'identity/set-email': {
      params: [id: string, email: string | null]
      row: {}
    }
    'identity/set-postcode': {
      params: [id: string, postcode: string | null]
      row: {}
    }
    'identity/set-user-current': {
      params: [id: string]
      row: {}
    }
    'identity/set-user-lapsed': {
      params: [id: string]
      row: {}
    }
    'identity/take-invited-links': {
      params: [userId: string]
      row: {
        member_id: string
        invited_by: string | null
      }
    }
    'identity/update-account': {
      params: [id: string, type: string, firstname: string, lastname: string, email: string | null, status: string, ngoId: string | null, postcode: string | null]
      row: {}
    }
    'identity/use-up-password-links': {
      params: [userId: string, usedAt: Date | null]
      row: {}
    }
    'identity/withdraw-email-change': {
      params: [userId: string]
      row: {
        email: string
      }
    }
  }
}
