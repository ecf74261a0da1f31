// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'curriculum/delete-label-set': {
      params: [id: string]
      row: {}
    }
    'curriculum/delete-tag': {
      params: [id: string]
      row: {}
    }
    'curriculum/find-other-label-set-with-name': {
      params: [name: string, id: string]
      row: {}
    }
    'curriculum/find-other-tag-with-name': {
      params: [param2: string, id: string]
      row: {}
    }
    'curriculum/insert-label-set': {
      params: [id: string, name: string, labels: JsonParam]
      row: {}
    }
    'curriculum/insert-tag': {
      params: [id: string, name: string]
      row: {}
    }
    'curriculum/list-label-sets': {
      params: []
      row: {
        id: string
        name: string
        labels: JsonColumn
        used: JsonColumn
      }
    }
    'curriculum/list-labels-of-sets': {
      params: []
      row: {
        id: string
        name: string
        labels: JsonColumn
      }
    }
    'curriculum/list-tags': {
      params: [param2: string | null, limit: number, offset: number]
      row: {
        list: JsonColumn
        total: number
      }
    }
    'curriculum/lock-label-set': {
      params: [id: string]
      row: {
        name: string
        labels: JsonColumn
      }
    }
    'curriculum/lock-name-of-tag': {
      params: [param1: string]
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'curriculum/lock-tag': {
      params: [id: string]
      row: {
        name: string
      }
    }
    'curriculum/read-tag': {
      params: [id: string]
      row: {
        id: string
        name: string
        used: number
      }
    }
    'curriculum/rename-tag': {
      params: [id: string, name: string]
      row: {}
    }
    'curriculum/update-label-set': {
      params: [id: string, name: string, labels: JsonParam]
      row: {}
    }
  }
}
