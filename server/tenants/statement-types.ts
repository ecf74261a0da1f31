// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'tenants/add-host': {
      params: [hostname: string, clientId: string, portal: string]
      row: {}
    }
    'tenants/advance-counter-of-club': {
      params: [clubId: string]
      row: {}
    }
    'tenants/begin-maintenance': {
      params: [texts: JsonParam, byUser: string | null]
      row: {}
    }
    'tenants/count-active-languages': {
      params: [languageIds: readonly (number | null)[]]
      row: {
        count: number
      }
    }
    'tenants/count-done-of-club-task': {
      params: [id: string, done: number]
      row: {}
    }
    'tenants/count-page-view': {
      params: [portal: string, page: string, day: string]
      row: {}
    }
    'tenants/count-users-who-log-in': {
      params: []
      row: {
        users: number
      }
    }
    'tenants/count-what-needs-attention': {
      params: [name: string, expiresAt: Date, updatedAt: Date, expiresAt5: Date, param6: boolean]
      row: {
        maintenance: number
        failed_tasks: number
        subscribers: number
        unread_documents: number | null
        stale: JsonColumn
        idle_clubs: number
        clubs_without_admin: number
        unsent_mails: number
        ending_tokens: number
      }
    }
    'tenants/create-club-task': {
      params: [id: string, clubId: string, userId: string, kind: string, request: JsonParam | null, total: number, createdAt: Date]
      row: {}
    }
    'tenants/delete-club-from-documents': {
      params: [clubId: string]
      row: {}
    }
    'tenants/delete-club-from-notifications': {
      params: [clubId: string]
      row: {}
    }
    'tenants/delete-ended-club-task': {
      params: [id: string, clubId: string, userId: string]
      row: {}
    }
    'tenants/delete-file': {
      params: [id: string]
      row: {}
    }
    'tenants/delete-old-club-tasks': {
      params: [createdAt: Date]
      row: {}
    }
    'tenants/end-assignments-to-groups-of-club': {
      params: [clubId: string, toDate: string]
      row: {}
    }
    'tenants/end-club-task': {
      params: [id: string, result: JsonParam | null, endedAt: Date | null]
      row: {}
    }
    'tenants/end-employments-at-club': {
      params: [clubId: string, toDate: string]
      row: {
        id: string
      }
    }
    'tenants/end-maintenance': {
      params: [param2: string | null]
      row: {}
    }
    'tenants/find-language': {
      params: [languageId: number]
      row: {
        language_id: number
        language: string
        active: boolean
      }
    }
    'tenants/find-people-of-log': {
      params: [clubId: string | null, param3: string, param4: readonly (string | null)[]]
      row: {
        users: string[]
        authors: string[]
        members: string[]
      }
    }
    'tenants/find-time-zone': {
      params: [name: string]
      row: {}
    }
    'tenants/find-waiting-club-task': {
      params: [id: string]
      row: {
        kind: 'members' | 'invites' | 'undo' | 'term-board'
        request: JsonColumn | null
        total: number
        club_id: string
        user_id: string
        time_zone: string
        provider: 'local' | 'bg' | 'coursepro'
      }
    }
    'tenants/insert-client': {
      params: [name: string, authProvider: string, login: string, themeName: string, features: JsonParam, wording: string]
      row: {}
    }
    'tenants/insert-club': {
      params: [id: string, name: string, ngoId: string | null, timeZone: string, memberTypes: readonly string[]]
      row: {}
    }
    'tenants/insert-counter-of-club': {
      params: [clubId: string]
      row: {}
    }
    'tenants/insert-empty-own-words': {
      params: [locale: string]
      row: {}
    }
    'tenants/insert-languages': {
      params: [param2: readonly (number | null)[], param3: readonly (string | null)[], param4: readonly (boolean | null)[]]
      row: {
        client_id: string
      }
    }
    'tenants/insert-own-words': {
      params: [locale: string, texts: JsonParam]
      row: {}
    }
    'tenants/list-actions-of-log': {
      params: [clubId: string]
      row: {
        action: string | null
      }
    }
    'tenants/list-active-languages': {
      params: []
      row: {
        language_id: number
        language: string
        client: string
      }
    }
    'tenants/list-club-tasks': {
      params: [clubId: string, userId: string]
      row: {
        id: string
        kind: 'members' | 'invites' | 'undo' | 'term-board'
        done: number
        total: number
        result: JsonColumn | null
        state: 'done' | 'failed' | 'running'
      }
    }
    'tenants/list-clubs': {
      params: [userId: string | null, param3: Date, param4: string | null, id: string | null, param6: string | null, limit: number, offset: number, param9: boolean, param10: boolean, param11: boolean]
      row: {
        clubs: JsonColumn
        total: number
      }
    }
    'tenants/list-entities-of-log': {
      params: [clubId: string | null]
      row: {
        entity: string
      }
    }
    'tenants/list-files': {
      params: [title: string, purpose: string | null, param4: boolean, param5: string | null, limit: number, offset: number]
      row: {
        list: JsonColumn
        total: number
      }
    }
    'tenants/list-languages': {
      params: []
      row: {
        language_id: number
        language: string
        active: boolean
      }
    }
    'tenants/list-page-views': {
      params: [param2: string, param3: string]
      row: {
        day: string
        portal: 'parent' | 'coach' | 'club' | 'scheme'
        page: string
        views: number
      }
    }
    'tenants/list-parents-of-members': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        user_id: string
        member_id: string
      }
    }
    'tenants/list-users-of-club': {
      params: [clubId: string]
      row: {
        user_id: string
      }
    }
    'tenants/list-users-without-second-factor': {
      params: []
      row: {
        user_id: string
      }
    }
    'tenants/lock-client': {
      params: []
      row: {}
    }
    'tenants/lock-club': {
      params: [id: string]
      row: {}
    }
    'tenants/lock-club-features': {
      params: [id: string]
      row: {
        features: JsonColumn
      }
    }
    'tenants/lock-counters-of-clubs': {
      params: [clubIds: readonly (string | null)[]]
      row: {}
    }
    'tenants/lock-file': {
      params: [id: string]
      row: {}
    }
    'tenants/lock-hosts': {
      params: [clientId: string]
      row: {
        hostname: string
        portal: 'parent' | 'coach' | 'club' | 'scheme'
      }
    }
    'tenants/lock-languages': {
      params: []
      row: {
        language_id: number
        language: string
        active: boolean
      }
    }
    'tenants/lock-own-words': {
      params: [locale: string]
      row: {}
    }
    'tenants/mark-club-deleted': {
      params: [id: string, deletedAt: Date | null]
      row: {}
    }
    'tenants/read-client': {
      params: [param2: string | null]
      row: {
        client: JsonColumn
      }
    }
    'tenants/read-client-settings': {
      params: []
      row: {
        name: string
        auth_provider: 'local' | 'bg' | 'coursepro'
        login: 'email' | 'username' | 'federated' | 'course_provider'
        issuer: string | null
        roster_url: string | null
        second_factor: 'optional' | 'required'
        features: JsonColumn
        theme: JsonColumn | null
        logo_file_id: string | null
        wording: 'default' | 'club' | 'english'
      }
    }
    'tenants/read-club-features': {
      params: [id: string]
      row: {
        features: JsonColumn
      }
    }
    'tenants/read-club-settings': {
      params: [id: string]
      row: {
        club: JsonColumn
      }
    }
    'tenants/read-context-of-staff': {
      params: [userId: string, clubId: string | null]
      row: {
        time_zone: string
        from_date: string
        to_date: string | null
        provider: 'local' | 'bg' | 'coursepro'
      }
    }
    'tenants/read-context-of-token': {
      params: [id: string | null]
      row: {
        time_zone: string
        from_date: string
        to_date: string | null
        provider: 'local' | 'bg' | 'coursepro'
      }
    }
    'tenants/read-employment': {
      params: [userId: string, clubId: string | null]
      row: {
        id: string
        time_zone: string
        from_date: string
        to_date: string | null
      }
    }
    'tenants/read-factor-state': {
      params: [userId: string]
      row: {
        policy: 'optional' | 'required'
        on: boolean
        codesLeft: number
      }
    }
    'tenants/read-file-to-delete': {
      params: [id: string]
      row: {
        filename: string
        purpose: string
        bytes: number
        unused: boolean
      }
    }
    'tenants/read-letterhead-of-mail': {
      params: [id: string]
      row: {
        client: string
        theme: string
        own: JsonColumn | null
        firstname: string
      }
    }
    'tenants/read-log-entry': {
      params: [clubId: string | null, id: number]
      row: {
        entry: JsonColumn
      }
    }
    'tenants/read-log-for-file': {
      params: [clubId: string | null, userIds: readonly (string | null)[], entityIds: readonly (string | null)[], param5: string, entity: string | null, entityId: string | null, action: string | null, clubId9: string | null, param10: string | null, param11: string | null, userIds12: readonly (string | null)[]]
      row: {
        entry: JsonColumn
      }
    }
    'tenants/read-login': {
      params: []
      row: {
        login: 'email' | 'username' | 'federated' | 'course_provider'
      }
    }
    'tenants/read-look': {
      params: []
      row: {
        clientId: string
        theme: string
        own: JsonColumn | null
        logo: string | null
      }
    }
    'tenants/read-maintenance': {
      params: []
      row: {
        on: boolean
        since_ts: number
        by: string | null
        texts: JsonColumn
      }
    }
    'tenants/read-own-words': {
      params: [locale: string]
      row: {
        texts: JsonColumn
      }
    }
    'tenants/read-provider': {
      params: []
      row: {
        provider: 'local' | 'bg' | 'coursepro'
      }
    }
    'tenants/read-state-of-maintenance': {
      params: []
      row: {
        texts: JsonColumn
        by_client: boolean
      }
    }
    'tenants/read-version-of-client': {
      params: []
      row: {
        version: string | null
      }
    }
    'tenants/read-version-of-club': {
      params: [clubId: string]
      row: {
        version: string | null
      }
    }
    'tenants/read-version-of-staff': {
      params: []
      row: {
        version: string | null
      }
    }
    'tenants/read-wording': {
      params: []
      row: {
        wording: 'default' | 'club' | 'english'
      }
    }
    'tenants/record-changes': {
      params: [clubIds: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (boolean | null)[]]
      row: {
        club_id: string
        rev: number
      }
    }
    'tenants/remove-all-hosts': {
      params: [clientId: string]
      row: {}
    }
    'tenants/remove-host': {
      params: [hostname: string, clientId: string]
      row: {}
    }
    'tenants/rename-client': {
      params: [name: string]
      row: {}
    }
    'tenants/search-log': {
      params: [clubId: string | null, userIds: readonly (string | null)[], entityIds: readonly (string | null)[], param5: string, entity: string | null, entityId: string | null, action: string | null, clubId9: string | null, param10: string | null, param11: string | null, userIds12: readonly (string | null)[], limit: number, offset: number]
      row: {
        entries: JsonColumn
        total: number
      }
    }
    'tenants/set-hostname': {
      params: [hostname: string, clientId: string, portal: string]
      row: {}
    }
    'tenants/set-language-active': {
      params: [languageId: number, active: boolean]
      row: {}
    }
    'tenants/set-login': {
      params: [authProvider: string, login: string]
      row: {}
    }
    'tenants/update-club': {
      params: [id: string, name: string, ngoId: string | null, param5: number, timeZone: string, param7: number, memberTypes: readonly string[], logoFileId: string | null, param10: readonly (number | null)[] | null]
      row: {}
    }
    'tenants/update-club-features': {
      params: [id: string, features: JsonParam]
      row: {}
    }
    'tenants/update-features-and-theme': {
      params: [features: JsonParam, ownTheme: JsonParam | null]
      row: {}
    }
    'tenants/update-logo': {
      params: [logoFileId: string | null]
      row: {}
    }
    'tenants/update-own-words': {
      params: [locale: string, texts: JsonParam]
      row: {}
    }
    'tenants/update-second-factor-policy': {
      params: [secondFactor: string]
      row: {}
    }
    'tenants/update-wording': {
      params: [wording: string]
      row: {}
    }
  }
}
