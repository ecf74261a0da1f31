// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'reports/count-of-client': {
      params: [id: string | null, schemeId: string | null, param4: string, param5: string, fromDate: string, param7: readonly (string | null)[], param8: string, param9: string | null, param10: readonly (string | null)[]]
      row: {
        rows: JsonColumn
        names: JsonColumn
        children: JsonColumn
      }
    }
    'reports/count-of-club': {
      params: [clubId: string, fromDate: string, groupIds: readonly (string | null)[] | null, schemeId: string | null, param6: string, param7: string, param8: readonly (string | null)[], param9: string, param10: string, param11: string | null, param12: readonly (string | null)[], param13: readonly (string | null)[]]
      row: {
        rows: JsonColumn
        names: JsonColumn
        children: JsonColumn
      }
    }
    'reports/find-club': {
      params: [id: string]
      row: {}
    }
    'reports/find-group-of-club': {
      params: [id: string, clubId: string]
      row: {}
    }
    'reports/find-scheme-of-client': {
      params: [slug: string | null]
      row: {
        id: string
        slug: string
      }
    }
    'reports/find-scheme-of-club': {
      params: [slug: string | null, clubId: string, ids: readonly (string | null)[] | null, lastDate: string]
      row: {
        id: string
        slug: string
      }
    }
    'reports/list-badges-to-hand-out': {
      params: [clubId: string, title: string, param4: string, param5: string]
      row: {
        level: string
        title: string
        scheme: string
        scheme_id: string
        uuid: string
        firstname: string
        lastname: string
        day: string
      }
    }
    'reports/list-groups-of-members': {
      params: [clubId: string, lastDate: string, memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        scheme_id: string | null
        id: string
        name: string
        position: number
      }
    }
    'reports/list-levels-that-wait': {
      params: [clubId: string, title: string]
      row: {
        level: string
        title: string
        scheme: string
        scheme_id: string
        uuid: string
        firstname: string
        lastname: string
        day: string | null
      }
    }
    'reports/list-members': {
      params: [clubId: string, fromDate: string, groupIds: readonly (string | null)[] | null, schemeId: string | null, param6: string, param7: string, param8: readonly (string | null)[], param9: string, param10: string, param11: string | null, param12: readonly (string | null)[], param13: readonly (string | null)[], param14: string | null, param15: number | null, param16: number | null]
      row: {
        members: JsonColumn
        total: number
      }
    }
    'reports/list-own-groups': {
      params: [userId: string, clubId: string, fromDate: string, param5: number]
      row: {
        id: string
      }
    }
  }
}
