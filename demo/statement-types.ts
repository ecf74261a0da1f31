// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'demo/list-births-of-number': {
      params: [ngoId: string]
      row: {
        dob: string
      }
    }
    'demo/list-kept-mails': {
      params: []
      row: {
        written: JsonColumn
        at: Date
      }
    }
    'demo/read-first-day-of-terms': {
      params: []
      row: {
        first: string | null
      }
    }
    'demo/set-issuer': {
      params: [issuer: string]
      row: {}
    }
  }
}
