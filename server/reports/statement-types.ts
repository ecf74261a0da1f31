// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'reports/find-club': {
      params: [id: string]
      row: {}
    }
    'reports/find-group-of-club': {
      params: [id: string, clubId: string]
      row: {}
    }
    'reports/find-scheme': {
      params: [slug: string | null, clubId: string | null]
      row: {
        id: string
        slug: string
      }
    }
    'reports/list-own-groups': {
      params: [userId: string, clubId: string, fromDate: string]
      row: {
        id: string
      }
    }
  }
}
