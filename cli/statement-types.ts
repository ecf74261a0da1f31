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
  }
}
