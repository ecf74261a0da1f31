// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'flows/audit-undo-of-members': {
      params: [userId: string | null, param3: readonly (string | null)[], after: JsonParam | null]
      row: {}
    }
    'flows/count-change-sets': {
      params: [clubId: string, param3: number]
      row: {
        total: number
      }
    }
    'flows/describe-changes-of-members': {
      params: [changeSetIds: readonly (string | null)[]]
      row: {
        id: string
        count: number
        members: JsonColumn
        left: string[]
        entered: string[]
        status: JsonColumn | null
        tags_before: JsonColumn | null
        tags_after: JsonColumn | null
      }
    }
    'flows/describe-obstacles': {
      params: [clubId: string, at: Date, enteredTs: number, param5: readonly (string | null)[], param6: readonly (string | null)[]]
      row: {
        name: string | null
        by: string | null
        at: number | null
      }
    }
    'flows/list-change-sets': {
      params: [clubId: string, param3: number, limit: number, offset: number]
      row: {
        id: string
        kind: string
        at: number
        by: string
      }
    }
    'flows/list-members-changed-again': {
      params: [clubId: string, changeSetId: string]
      row: {
        why: 'merged' | 'changed'
        id: string
      }
    }
    'flows/lock-change-set': {
      params: [clubId: string, id: string]
      row: {
        kind: string
        at: Date
        logged_at: Date
        undone_at: Date | null
        undone_by: string
      }
    }
    'flows/mark-change-set-undone': {
      params: [id: string, undoneAt: Date | null, id4: string | null]
      row: {
        name: string
      }
    }
  }
}
