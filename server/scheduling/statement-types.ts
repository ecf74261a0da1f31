// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'scheduling/audit-created-groups': {
      params: [userId: string | null, param3: readonly (string | null)[], param4: readonly (JsonParam | null)[]]
      row: {
        client_id: string
      }
    }
    'scheduling/audit-ended-groups': {
      params: [userId: string | null, param3: readonly (string | null)[], after: JsonParam | null]
      row: {
        client_id: string
      }
    }
    'scheduling/begin-places-earlier': {
      params: [groupId: string, fromDate: string, fromDate4: string]
      row: {
        group_id: string
        member_id: string
      }
    }
    'scheduling/delete-empty-exception': {
      params: [groupId: string, date: string]
      row: {}
    }
    'scheduling/delete-later-coaches': {
      params: [groupId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], fromDate: string]
      row: {}
    }
    'scheduling/delete-move': {
      params: [groupId: string, date: string, movedFrom: string]
      row: {}
    }
    'scheduling/delete-places-of-change-set': {
      params: [changeSetId: string]
      row: {}
    }
    'scheduling/delete-term': {
      params: [id: string]
      row: {}
    }
    'scheduling/end-coaches': {
      params: [groupIds: readonly (string | null)[], toDate: string]
      row: {}
    }
    'scheduling/end-covers': {
      params: [groupId: string, date: string, userId: string | null, endedAt: Date | null]
      row: {}
    }
    'scheduling/end-groups': {
      params: [ids: readonly (string | null)[], param3: string]
      row: {}
    }
    'scheduling/end-left-out-coaches': {
      params: [groupId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], toDate: string]
      row: {}
    }
    'scheduling/end-places-of-groups': {
      params: [groupIds: readonly (string | null)[], toDate: string]
      row: {
        group_id: string
        member_id: string
      }
    }
    'scheduling/find-changed-places': {
      params: [changeSetId: string, ts: number]
      row: {
        id: string
        why: 'marks' | 'changed'
      }
    }
    'scheduling/find-coach-on-day': {
      params: [clubId: string, id: string, fromDate: string]
      row: {}
    }
    'scheduling/find-open-register': {
      params: [id: string, date: string]
      row: {
        name: string
      }
    }
    'scheduling/find-other-move': {
      params: [groupId: string, date: string, movedFrom: string]
      row: {}
    }
    'scheduling/find-scheme-with-levels': {
      params: [slug: string, ids: readonly (string | null)[]]
      row: {
        state: 'draft' | 'released' | 'retired'
        levels: string[]
      }
    }
    'scheduling/find-taken-cover': {
      params: [groupId: string, date: string, coverId: string]
      row: {}
    }
    'scheduling/find-wrong-places': {
      params: [changeSetId: string, clubId: string, beforeTo: string]
      row: {
        why: 'group-over' | 'merged' | 'inactive'
        id: string
      }
    }
    'scheduling/give-cover': {
      params: [groupId: string, date: string, userId: string]
      row: {}
    }
    'scheduling/hold-scheme-of-group': {
      params: [slug: string]
      row: {}
    }
    'scheduling/insert-coaches': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'scheduling/insert-groups': {
      params: [param2: JsonParam]
      row: {
        client_id: string
      }
    }
    'scheduling/insert-members': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'scheduling/insert-term': {
      params: [id: string, clubId: string, kind: string, name: JsonParam, firstDate: string, lastDate: string]
      row: {}
    }
    'scheduling/lengthen-places': {
      params: [groupId: string, memberIds: readonly (string | null)[], toDate: string, changeSetId: string]
      row: {
        group_id: string
        member_id: string
      }
    }
    'scheduling/list-authors-of-registers': {
      params: [clubId: string, date: string]
      row: {
        group_id: string
        authors: JsonColumn
      }
    }
    'scheduling/list-coaches-for-group': {
      params: [clubId: string, ids: readonly (string | null)[], toDate: string, groupId: string]
      row: {
        id: string
      }
    }
    'scheduling/list-exceptions-of-calendar': {
      params: [clubId: string, param3: string, param4: string]
      row: {
        group_id: string
        exception: JsonColumn
      }
    }
    'scheduling/list-groups': {
      params: [clubId: string, lastDate: string, param4: string | null, param5: boolean | null, limit: number, offset: number]
      row: {
        json: string
        total: number
      }
    }
    'scheduling/list-groups-for-file': {
      params: [clubId: string, lastDate: string, param4: string | null, param5: boolean | null, name: string]
      row: {
        fields: JsonColumn
        scheme: string | null
        levels: (string | null)[]
        coaches: string[]
        members: number
      }
    }
    'scheduling/list-groups-of-calendar': {
      params: [clubId: string, lastDate: string, firstDate: string]
      row: {
        id: string
        name: string
        place: string | null
        start_at: string | null
        duration_minutes: number
        max_size: number | null
        weekdays: number[]
        first_date: string
        last_date: string | null
      }
    }
    'scheduling/list-groups-since': {
      params: [clubId: string, lastDate: string]
      row: {
        id: string
      }
    }
    'scheduling/list-periods-of-coach': {
      params: [userId: string]
      row: {
        group_id: string
        from_date: string
        to_date: string | null
      }
    }
    'scheduling/list-places-of-change-set': {
      params: [changeSetId: string]
      row: {
        group_id: string
        member_id: string
      }
    }
    'scheduling/list-places-of-club': {
      params: [clubId: string]
      row: {
        place: string
      }
    }
    'scheduling/list-places-of-groups': {
      params: [ids: readonly (string | null)[], toDate: string]
      row: {
        id: string
        maxSize: number | null
        places: JsonColumn
      }
    }
    'scheduling/list-recorded-of-sessions': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        group_id: string
        date: string
        coaches: JsonColumn
        members: number
        present: number
        absent: number
      }
    }
    'scheduling/list-reminders-of-sessions': {
      params: [entityIds: readonly (string | null)[]]
      row: {
        entity_id: string
        reminded_ts: number
      }
    }
    'scheduling/list-terms': {
      params: [clubId: string]
      row: {
        id: string
        kind: 'term' | 'holiday'
        name: JsonColumn
        first_date: string
        last_date: string
      }
    }
    'scheduling/lock-group': {
      params: [id: string]
      row: {}
    }
    'scheduling/lock-groups': {
      params: [clubId: string, ids: readonly (string | null)[]]
      row: {}
    }
    'scheduling/lock-groups-of-undo': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'scheduling/lock-members': {
      params: [clubId: string, memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        status: 'active' | 'inactive' | 'merged'
      }
    }
    'scheduling/lock-members-of-change-set': {
      params: [clubId: string, changeSetId: string]
      row: {
        member_id: string
      }
    }
    'scheduling/lock-term': {
      params: [clubId: string, id: string]
      row: {
        id: string
        kind: 'term' | 'holiday'
        name: JsonColumn
        first_date: string
        last_date: string
      }
    }
    'scheduling/open-places': {
      params: [groupId: string, param3: readonly (string | null)[], fromDate: string]
      row: {
        client_id: string
      }
    }
    'scheduling/read-group': {
      params: [clubId: string, id: string, toDate: string]
      row: {
        detail: JsonColumn
      }
    }
    'scheduling/read-session': {
      params: [clubId: string, id: string, date: string | null]
      row: {
        session: JsonColumn
        weekdays: number[]
        first_date: string
        last_date: string | null
      }
    }
    'scheduling/record-places': {
      params: [changeSetId: string, groupId: string, param4: readonly (string | null)[], fromDate: string]
      row: {
        client_id: string
      }
    }
    'scheduling/restore-last-days': {
      params: [changeSetId: string]
      row: {}
    }
    'scheduling/update-groups': {
      params: [param2: JsonParam, param3: readonly (string | null)[]]
      row: {}
    }
    'scheduling/update-term': {
      params: [id: string, kind: string, name: JsonParam, firstDate: string, lastDate: string]
      row: {}
    }
    'scheduling/write-coaches': {
      params: [groupId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'scheduling/write-exception': {
      params: [groupId: string, date: string, cancelled: boolean, reason: string | null, coverId: string | null, taken: boolean, movedTo: string | null, startAt: string | null]
      row: {}
    }
    'scheduling/write-move': {
      params: [groupId: string, date: string, movedFrom: string | null, startAt: string | null]
      row: {}
    }
  }
}
