// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'cli/find-client': {
      params: []
      row: {}
    }
    'cli/find-client-of-provider': {
      params: []
      row: {}
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
    'cli/list-users-with-email': {
      params: [type: string, param3: string]
      row: {
        id: string
      }
    }
  }
}
