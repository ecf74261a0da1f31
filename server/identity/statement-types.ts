// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'identity/add-clubs': {
      params: [userId: string, param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
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
    'identity/begin-second-factor': {
      params: [userId: string, secret: string]
      row: {}
    }
    'identity/confirm-second-factor': {
      params: [userId: string, confirmedAt: Date | null]
      row: {}
    }
    'identity/count-rename': {
      params: []
      row: {}
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
    'identity/count-try': {
      params: [about: string, triedBy: string, last: Date, param5: Date | null, count: number, param7: boolean]
      row: {
        count: number
      }
    }
    'identity/deactivate-user': {
      params: [id: string]
      row: {}
    }
    'identity/delete-counter': {
      params: [about: string, triedBy: string]
      row: {}
    }
    'identity/delete-email-change': {
      params: [userId: string, tokenHashess: string]
      row: {}
    }
    'identity/delete-ended-counters': {
      params: [endsAt: Date]
      row: {}
    }
    'identity/delete-expired-logins': {
      params: [expiresAt: Date]
      row: {}
    }
    'identity/delete-expired-sessions': {
      params: [expiresAt: Date]
      row: {}
    }
    'identity/delete-guardians-of-other-issuers': {
      params: [issuer: string]
      row: {}
    }
    'identity/delete-pin': {
      params: [userId: string]
      row: {}
    }
    'identity/delete-recovery-codes': {
      params: [userId: string]
      row: {}
    }
    'identity/delete-second-factor': {
      params: [userId: string]
      row: {}
    }
    'identity/find-account-by-email': {
      params: [type: string, param3: string]
      row: {
        id: string
        password_hash: string | null
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
        language_id: number | null
        email: string
        password_reset_required: boolean
      }
    }
    'identity/find-account-by-username': {
      params: [type: string, param3: string]
      row: {
        id: string
        password_hash: string | null
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
        language_id: number | null
        email: string | null
        password_reset_required: boolean
      }
    }
    'identity/find-api-user': {
      params: [id: string]
      row: {}
    }
    'identity/find-coach': {
      params: [id: string]
      row: {}
    }
    'identity/find-coach-of-administrator': {
      params: [userId: string, userId3: string]
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
    'identity/find-late-change-of-password': {
      params: [entityId: string]
      row: {}
    }
    'identity/find-open-session': {
      params: [family: string, userId: string]
      row: {}
    }
    'identity/find-other-user-with-email': {
      params: [type: string, param3: string, id: string]
      row: {}
    }
    'identity/find-password-link': {
      params: [tokenHash: string]
      row: {
        user_id: string
        kind: 'invite' | 'reset'
        expires_at: Date
        used_at: Date | null
      }
    }
    'identity/find-user-of-person': {
      params: [provider: string, issuer: string, subject: string, type: string]
      row: {
        user_id: string
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        ended_at_provider: boolean
      }
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
    'identity/forget-provider': {
      params: []
      row: {}
    }
    'identity/forget-tries': {
      params: [abouts: readonly (string | null)[]]
      row: {}
    }
    'identity/insert-clubs-of-user': {
      params: [userId: string, param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'identity/insert-identity': {
      params: [provider: string, issuer: string, subject: string, type: string, userId: string]
      row: {}
    }
    'identity/insert-invited-links': {
      params: [userId: string, param3: readonly (string | null)[], invitedBy: string | null]
      row: {
        client_id: string
      }
    }
    'identity/insert-member-link': {
      params: [userId: string, memberId: string]
      row: {}
    }
    'identity/insert-password-link': {
      params: [tokenHash: string, userId: string, kind: string, expiresAt: Date]
      row: {}
    }
    'identity/insert-pending-login': {
      params: [stateHash: string, browserHash: string, type: string, redirectUri: string, nonce: string, verifier: string, expiresAt: Date]
      row: {}
    }
    'identity/insert-recovery-codes': {
      params: [userId: string, param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'identity/insert-refresh-session': {
      params: [id: string, family: string, userId: string, portal: string, clubId: string | null, languageId: number, expiresAt: Date, originalUserId: string | null, deviceHash: string | null, beganAt: Date | null]
      row: {}
    }
    'identity/insert-token': {
      params: [id: string, userId: string, clubId: string | null, name: string, scopes: readonly string[], hash: Uint8Array, perMinute: number, createdAt: Date, expiresAt: Date]
      row: {}
    }
    'identity/insert-user': {
      params: [id: string, type: string, username: string | null, passwordHash: string | null, verified: boolean, param7: JsonParam]
      row: {
        client_id: string
      }
    }
    'identity/join-club-from-today': {
      params: [userId: string, clubId: string, fromDate: string]
      row: {}
    }
    'identity/join-clubs': {
      params: [userId: string, param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'identity/join-clubs-from-today': {
      params: [userId: string, ids: readonly (string | null)[], param4: Date, param5: string]
      row: {
        client_id: string
      }
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
      params: [userId: string, clubIds: readonly (string | null)[], param4: Date, param5: string]
      row: {}
    }
    'identity/leave-groups': {
      params: [userId: string, clubIds: readonly (string | null)[] | null, param4: Date]
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
    'identity/leave-other-clubs': {
      params: [userId: string, clubIds: readonly (string | null)[], param4: Date]
      row: {}
    }
    'identity/list-all-clubs': {
      params: []
      row: {
        club_id: string
      }
    }
    'identity/list-children-of-guardian': {
      params: [subject: string]
      row: {
        member_id: string
      }
    }
    'identity/list-clubs-with-numbers': {
      params: [ngoIds: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'identity/list-coaches-of-club': {
      params: [clubId: string]
      row: {
        uuid: string
        firstname: string
        lastname: string
        has_pin: boolean
      }
    }
    'identity/list-open-sessions': {
      params: [userId: string, param3: Date, family: string | null]
      row: {
        id: string
        opened_ts: number
        used_ts: number
        current: boolean
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
        fields: JsonColumn
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        status: 'invited' | 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        last_login: string | null
        clubs: string | null
      }
    }
    'identity/list-users-of-device': {
      params: [deviceHash: string, expiresAt: Date]
      row: {
        user_id: string
      }
    }
    'identity/lock-candidate-for-club': {
      params: [type: string, param3: string, clubId: string, toDate: string]
      row: {
        id: string
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
        has_left_all: boolean
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
    'identity/lock-invited-children': {
      params: [userId: string]
      row: {}
    }
    'identity/lock-refresh-session': {
      params: [id: string]
      row: {
        id: string
        family: string
        user_id: string
        club_id: string | null
        language_id: number
        portal: string
        rotated_at: Date | null
        revoked_at: Date | null
        expires_at: Date
        original_user_id: string | null
        device_hash: string | null
        began_at: Date | null
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
    'identity/lock-user-with-hash': {
      params: [id: string, passwordHash: string]
      row: {}
    }
    'identity/mail-deletion-request': {
      params: [userId: string | null, createdAt: Date]
      row: {}
    }
    'identity/mail-reset': {
      params: [type: string, param3: string, createdAt: Date]
      row: {
        client_id: string
      }
    }
    'identity/mark-session-rotated': {
      params: [id: string, rotatedAt: Date | null]
      row: {}
    }
    'identity/read-counter': {
      params: [about: string, triedBy: string]
      row: {
        count: number
        last: Date
        ends_ms: number
      }
    }
    'identity/read-deletion-request': {
      params: [id: string]
      row: {
        asked_ts: number | null
      }
    }
    'identity/read-edit-url': {
      params: []
      row: {
        edit_url: string | null
      }
    }
    'identity/read-issued-token': {
      params: [id: string, previousUntil: Date]
      row: {
        token: JsonColumn
        rotation: number
      }
    }
    'identity/read-names-in-app': {
      params: [id: string]
      row: {
        client: string
        name: string
      }
    }
    'identity/read-own-password': {
      params: [id: string]
      row: {
        hash: string | null
      }
    }
    'identity/read-own-user': {
      params: [id: string, id3: string | null, param4: boolean, param5: boolean]
      row: {
        me: JsonColumn
      }
    }
    'identity/read-password-stamp': {
      params: [id: string]
      row: {
        stamp: string
      }
    }
    'identity/read-pin': {
      params: [userId: string]
      row: {
        pin_hash: string
      }
    }
    'identity/read-provider': {
      params: []
      row: {
        kind: 'bg' | 'coursepro' | null
        settings: JsonColumn | null
      }
    }
    'identity/read-secret-of-factor': {
      params: [userId: string]
      row: {
        secret: string
      }
    }
    'identity/read-state-of-user': {
      params: [id: string]
      row: {
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
      }
    }
    'identity/read-user': {
      params: [clubId: string | null, id: string, fromDate: string, userId: string, param6: boolean]
      row: {
        detail: JsonColumn
      }
    }
    'identity/read-user-access': {
      params: [id: string]
      row: {
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        features: JsonColumn
        provider: 'local' | 'bg' | 'coursepro'
        club_ids: string[]
        org_club_ids: string[]
        club_features: JsonColumn
        languages: JsonColumn
      }
    }
    'identity/read-user-of-link': {
      params: [id: string]
      row: {
        user_uuid: string
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        firstname: string
        unsubscribe_operational: boolean
        login_name: string
      }
    }
    'identity/rejoin-club': {
      params: [userId: string, clubId: string]
      row: {}
    }
    'identity/reopen-clubs': {
      params: [userId: string, clubIds: readonly (string | null)[], param4: Date]
      row: {}
    }
    'identity/request-deletion': {
      params: [id: string, deletionAskedAt: Date | null]
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
    'identity/set-identities-ended': {
      params: [userId: string, endedAt: Date | null]
      row: {}
    }
    'identity/set-language': {
      params: [id: string, languageId: number | null]
      row: {}
    }
    'identity/set-last-login': {
      params: [id: string, lastLogin: Date | null]
      row: {}
    }
    'identity/set-password': {
      params: [id: string, passwordHash: string | null]
      row: {
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
      }
    }
    'identity/set-pin': {
      params: [userId: string, pinHash: string]
      row: {}
    }
    'identity/set-provider': {
      params: [issuer: string, oauthClientId: string, oauthClientSecret: string, scope: string, clubClaim: string | null, typeClaim: string | null, rosterUrl: string | null, editUrl: string | null]
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
    'identity/suspend-users-of-person': {
      params: [provider: string, issuer: string, subject: string]
      row: {
        id: string
      }
    }
    'identity/take-invited-links': {
      params: [userId: string]
      row: {
        member_id: string
        invited_by: string | null
      }
    }
    'identity/take-pending-login': {
      params: [stateHash: string, browserHash: string, type: string, expiresAt: Date]
      row: {
        redirectUri: string
        nonce: string
        verifier: string
      }
    }
    'identity/take-try-back': {
      params: [about: string, triedBy: string]
      row: {}
    }
    'identity/unlink-children': {
      params: [userId: string]
      row: {
        member_id: string
      }
    }
    'identity/update-account': {
      params: [id: string, type: string, status: string, param5: JsonParam]
      row: {}
    }
    'identity/update-person': {
      params: [id: string, firstname: string, lastname: string, email: string | null]
      row: {}
    }
    'identity/use-password-link': {
      params: [tokenHash: string, expiresAt: Date | null]
      row: {
        user_id: string
      }
    }
    'identity/use-recovery-code': {
      params: [userId: string, codeHash: string]
      row: {}
    }
    'identity/use-step-of-factor': {
      params: [userId: string, lastStep: number]
      row: {}
    }
    'identity/use-up-password-links': {
      params: [userId: string, usedAt: Date | null]
      row: {}
    }
    'identity/withdraw-deletion-request': {
      params: [id: string]
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
