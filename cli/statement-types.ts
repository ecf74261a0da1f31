// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'cli/add-clubs-of-imported-documents': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'cli/add-clubs-of-imported-notifications': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'cli/add-imported-document-reads': {
      params: [param2: readonly (string | null)[], param3: readonly (number | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (Date | null)[]]
      row: {
        client_id: string
      }
    }
    'cli/add-imported-document-versions': {
      params: [param2: readonly (string | null)[], param3: readonly (number | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (Date | null)[]]
      row: {
        client_id: string
      }
    }
    'cli/add-imported-documents': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (number | null)[], param6: readonly (Date | null)[]]
      row: {
        client_id: string
      }
    }
    'cli/add-imported-label-set': {
      params: [name: string, labels: JsonParam]
      row: {}
    }
    'cli/add-imported-notifications': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[], param7: readonly (boolean | null)[], param8: readonly (Date | null)[]]
      row: {
        client_id: string
      }
    }
    'cli/add-imported-tags': {
      params: [param2: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'cli/delete-key': {
      params: [kid: string]
      row: {}
    }
    'cli/drop-note-of-erasure': {
      params: [entity: string, entityId: string]
      row: {}
    }
    'cli/find-actor-of-import': {
      params: []
      row: {
        id: string
      }
    }
    'cli/find-client': {
      params: []
      row: {}
    }
    'cli/find-club-of-client': {
      params: []
      row: {}
    }
    'cli/find-host': {
      params: [hostname: string]
      row: {
        client: string
        portal: 'parent' | 'coach' | 'club' | 'scheme'
        hostname: string
      }
    }
    'cli/find-roster-of-client': {
      params: []
      row: {
        auth_provider: 'local' | 'bg' | 'coursepro'
        url: string | null
      }
    }
    'cli/list-clients': {
      params: []
      row: {
        client_id: string
      }
    }
    'cli/list-clubs-with-names': {
      params: [names: readonly (string | null)[]]
      row: {
        id: string
        value: string
      }
    }
    'cli/list-exported-clubs': {
      params: []
      row: {
        id: string
        name: string
        ngo_id: string | null
        time_zone: string
        member_types: string[]
        parent_portal: boolean
        org_portal: boolean
        term_date: string | null
        features: JsonColumn
        logo_file_id: string | null
        languages: string[] | null
      }
    }
    'cli/list-exported-document-reads': {
      params: []
      row: {
        document_id: string
        version: number
        club_id: string
        ts: number
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
      }
    }
    'cli/list-exported-document-versions': {
      params: []
      row: {
        document_id: string
        version: number
        file_id: string
        ts: number
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
      }
    }
    'cli/list-exported-documents': {
      params: []
      row: {
        id: string
        folder: 'document-policy' | 'document-additional'
        description: string
        ts: number
        clubs: string[]
      }
    }
    'cli/list-exported-files': {
      params: []
      row: {
        id: string
        purpose: string
        filename: string
        sha256: string | null
        ts: number
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api' | null
        email: string | null
        username: string | null
      }
    }
    'cli/list-exported-notifications': {
      params: []
      row: {
        id: string
        heading: string
        description: string
        start_date: string
        end_date: string
        global: boolean
        ts: number
        clubs: string[]
      }
    }
    'cli/list-exported-shared-children': {
      params: []
      row: {
        child: number
        club_id: string
        firstname: string
        lastname: string
        dob: string | null
        ngo_id: string | null
      }
    }
    'cli/list-exported-users': {
      params: []
      row: {
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        firstname: string
        lastname: string
        email: string | null
        username: string | null
        ngo_id: string | null
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        postcode: string | null
        award_mail: boolean
        unsubscribe_operational: boolean
        language: string | null
        clubs: string[]
      }
    }
    'cli/list-exported-words': {
      params: []
      row: {
        locale: string
        texts: JsonColumn
      }
    }
    'cli/list-hosts': {
      params: []
      row: {
        client: string
        portal: 'parent' | 'coach' | 'club' | 'scheme'
        hostname: string
      }
    }
    'cli/list-hosts-of-client': {
      params: [clientId: string]
      row: {
        hostname: string
        portal: 'parent' | 'coach' | 'club' | 'scheme'
      }
    }
    'cli/list-keys': {
      params: []
      row: {
        kid: string
        created_at: Date
      }
    }
    'cli/list-members-with-numbers': {
      params: [ngoIds: readonly (string | null)[]]
      row: {
        id: string
        value: string
      }
    }
    'cli/list-taken-hostnames': {
      params: [hostnames: readonly (string | null)[]]
      row: {
        hostname: string
      }
    }
    'cli/list-users': {
      params: [type: string | null]
      row: {
        id: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
        firstname: string
        lastname: string
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
        last_login: number | null
        deletion_asked: number | null
      }
    }
    'cli/list-users-with-email': {
      params: [type: string, param3: string]
      row: {
        id: string
      }
    }
    'cli/list-users-with-login-name': {
      params: [type: string, param3: string]
      row: {
        id: string
      }
    }
    'cli/lock-name-of-client': {
      params: []
      row: {
        name: string
      }
    }
    'cli/read-client': {
      params: []
      row: {
        name: string
        provider: string | null
        languages: string[]
        clubs: number
        users: number
      }
    }
    'cli/read-exported-client': {
      params: []
      row: {
        name: string
        login: 'email' | 'username' | 'federated' | 'course_provider'
        wording: 'default' | 'club' | 'english'
        features: JsonColumn
        second_factor: 'optional' | 'required'
        retention: JsonColumn
        theme_name: string
        own_theme: JsonColumn | null
        logo: string | null
        languages: JsonColumn
        tags: string[]
        label_sets: JsonColumn
        schemes: JsonColumn
      }
    }
    'cli/read-provider-of-client': {
      params: []
      row: {
        provider: 'local' | 'bg' | 'coursepro'
      }
    }
    'cli/set-imported-client': {
      params: [wording: string, features: JsonParam, secondFactor: string, retention: JsonParam, themeName: string, ownTheme: JsonParam | null]
      row: {}
    }
    'cli/set-imported-club': {
      params: [id: string, parentPortal: boolean, orgPortal: boolean, termDate: string | null, features: JsonParam, languages: readonly (string | null)[] | null]
      row: {}
    }
    'cli/set-imported-languages': {
      params: [param2: readonly (string | null)[], param3: readonly (boolean | null)[]]
      row: {}
    }
    'cli/set-imported-user': {
      params: [id: string, postcode: string | null, awardMail: boolean, unsubscribeOperational: boolean, language: string]
      row: {}
    }
    'cli/set-logo-of-imported-client': {
      params: [clientId2: string, logoFileId: string | null]
      row: {}
    }
    'cli/set-logo-of-imported-club': {
      params: [id: string, logoFileId: string | null]
      row: {}
    }
  }
}
