// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'cli/delete-key': {
      params: [kid: string]
      row: {}
    }
    'cli/find-client': {
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
    'cli/find-member': {
      params: [id: string]
      row: {}
    }
    'cli/find-open-account': {
      params: [id: string]
      row: {}
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
      }
    }
    'cli/list-exported-schemes': {
      params: []
      row: {
        slug: string
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
        languages: JsonColumn
      }
    }
  }
}
