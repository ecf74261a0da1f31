// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'flows/add-coaches-of-returning-club': {
      params: [groupId: string, userId: string, fromDate: string, toDate: string | null]
      row: {
        row: JsonColumn
      }
    }
    'flows/add-cover-of-returning-club': {
      params: [groupId: string, date: string, userId: string]
      row: {
        row: JsonColumn
      }
    }
    'flows/add-edits-of-returning-club': {
      params: [stampDevice: string, broughtBy: string | null, param4: readonly (string | null)[], param5: readonly (JsonParam | null)[], param6: readonly (string | null)[], param7: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/add-entries-of-returning-club': {
      params: [clubId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[], param7: readonly (string | null)[], param8: readonly (string | null)[], param9: readonly (string | null)[], param10: readonly (JsonParam | null)[], param11: readonly (string | null)[], param12: readonly (number | null)[]]
      row: {
        lane: string
      }
    }
    'flows/add-members-for-returned-guests': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/add-places-of-returning-club': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        group_id: string
        member_id: string
        from_date: string
        to_date: string | null
      }
    }
    'flows/add-returned-guests': {
      params: [clubId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[], param7: readonly (string | null)[], param8: readonly (Date | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/add-returned-plans': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (JsonParam | null)[], param7: readonly (string | null)[], param8: readonly (string | null)[], param9: readonly (number | null)[]]
      row: {
        id: string
      }
    }
    'flows/add-session-of-returning-club': {
      params: [groupId: string, date: string, cancelled: boolean, reason: string | null, coverId: string | null, movedTo: string | null, movedFrom: string | null, startAt: string | null, taken: boolean]
      row: {
        row: JsonColumn
      }
    }
    'flows/add-work-of-returned-account': {
      params: [userId: string, clubId: string, fromDate: string, toDate: string | null]
      row: {}
    }
    'flows/attach-returned-plans': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (number | null)[], param5: readonly (string | null)[]]
      row: {
        group_id: string
        plan_id: string
      }
    }
    'flows/audit-changed-groups-of-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (JsonParam | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/audit-export-of-children': {
      params: [userId: string]
      row: {
        client_id: string
      }
    }
    'flows/audit-medical-notes-of-club-export': {
      params: [userId: string | null, clubId: string]
      row: {
        client_id: string
      }
    }
    'flows/audit-members-of-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (JsonParam | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/audit-places-of-application': {
      params: [userId: string | null, action: string, action4: string, changeSetId: string]
      row: {
        client_id: string
      }
    }
    'flows/audit-places-of-roster': {
      params: [action: string, entity: string, param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/audit-undo-of-import': {
      params: [userId: string | null, param3: readonly (string | null)[], after: JsonParam | null]
      row: {
        client_id: string
      }
    }
    'flows/audit-undo-of-members': {
      params: [userId: string | null, param3: readonly (string | null)[], after: JsonParam | null]
      row: {
        client_id: string
      }
    }
    'flows/cancel-task': {
      params: [id: string, endedAt: Date | null]
      row: {}
    }
    'flows/change-alike-rows': {
      params: [importId: string, cells: number, param4: string, param5: string | null]
      row: {}
    }
    'flows/change-row-of-import': {
      params: [importId: string, row: number, param4: JsonParam | null, param5: boolean | null, param6: string | null]
      row: {}
    }
    'flows/clear-decisions': {
      params: [clubId: string]
      row: {}
    }
    'flows/clear-left-out-rows': {
      params: [doneAt: Date]
      row: {}
    }
    'flows/clear-number-of-merged-member': {
      params: [id: string]
      row: {}
    }
    'flows/clear-results-of-check': {
      params: [importId: string]
      row: {}
    }
    'flows/clear-rows-of-import': {
      params: [importId: string]
      row: {}
    }
    'flows/complete-guest': {
      params: [id: string, id3: string]
      row: {
        id: string
      }
    }
    'flows/continue-places': {
      params: [memberId: string, param3: JsonParam, toDate: string]
      row: {
        group_id: string
        from_date: string
        to_date: string | null
      }
    }
    'flows/count-accounts-to-close': {
      params: [expiresAt: Date]
      row: {
        due: number
      }
    }
    'flows/count-change-sets': {
      params: [clubId: string, param3: number]
      row: {
        total: number
      }
    }
    'flows/count-entered-members': {
      params: [id: string, entered: number]
      row: {}
    }
    'flows/count-guests-to-erase': {
      params: [enteredAt: Date]
      row: {
        due: number
      }
    }
    'flows/count-imports': {
      params: [clubId: string]
      row: {
        n: number
      }
    }
    'flows/count-members-of-change-set': {
      params: [clubId: string, id: string]
      row: {
        count: number
      }
    }
    'flows/count-members-to-erase': {
      params: [inactiveSince: Date]
      row: {
        due: number
      }
    }
    'flows/count-records-to-delete': {
      params: [endedAt: Date]
      row: {
        due: number
      }
    }
    'flows/count-rows-of-club-export': {
      params: [clubId: string, limit: number]
      row: {
        members: number
        levels: number
        marks: number
        groups: number
        attendance: number
      }
    }
    'flows/count-rows-of-import': {
      params: [importId: string, state: string | null]
      row: {
        n: number
      }
    }
    'flows/count-tasks': {
      params: []
      row: {
        queued: number
        running: number
        failed: number
      }
    }
    'flows/create-import': {
      params: [id: string, clubId: string, userId: string, fileName: string, encoding: string, reading: JsonParam, header: JsonParam, columns: JsonParam, choices: JsonParam, remembered: boolean, rowCount: number, createdAt: Date]
      row: {}
    }
    'flows/create-rows-of-import': {
      params: [importId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'flows/decide-same-children': {
      params: [importId: string, param3: string]
      row: {}
    }
    'flows/delete-continued-places': {
      params: [memberId: string, param3: JsonParam]
      row: {}
    }
    'flows/delete-decisions': {
      params: [clubId: string, param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {}
    }
    'flows/delete-events-of-tasks': {
      params: [taskIds: readonly (string | null)[]]
      row: {}
    }
    'flows/delete-file-of-import': {
      params: [importId: string]
      row: {}
    }
    'flows/delete-guardians-of-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {}
    }
    'flows/delete-import': {
      params: [id: string]
      row: {}
    }
    'flows/delete-old-drafts-of-imports': {
      params: [createdAt: Date]
      row: {}
    }
    'flows/delete-old-mails': {
      params: [endedAt: Date, limit: number]
      row: {}
    }
    'flows/delete-old-page-views': {
      params: [param2: Date]
      row: {}
    }
    'flows/delete-rows-of-import': {
      params: [importId: string]
      row: {}
    }
    'flows/delete-staged-rows': {
      params: [list: string | null]
      row: {}
    }
    'flows/delete-tasks': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/describe-applications-of-board': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        details: JsonColumn
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
    'flows/describe-imports': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        file_name: string
        entered: number
      }
    }
    'flows/describe-merges': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        kept_uuid: string
        kept: string
        merged: string
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
    'flows/describe-returns': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        groups: number
        entered: number
      }
    }
    'flows/drop-change-set-of-archive': {
      params: [id: string]
      row: {}
    }
    'flows/end-groups-of-plans-of-archive': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        group_id: string
        plan_id: string
      }
    }
    'flows/end-places': {
      params: [memberId: string, toDate: string]
      row: {
        group_id: string
        from_date: string
        to_date: string | null
      }
    }
    'flows/end-places-at-clubs': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: Date]
      row: {
        club_id: string
        group_id: string
        member_id: string
      }
    }
    'flows/end-shares-of-archive': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        plan_id: string
      }
    }
    'flows/enter-rows-of-import': {
      params: [importId: string, param3: readonly (number | null)[], param4: readonly (string | null)[]]
      row: {}
    }
    'flows/erase-member': {
      params: [param1: string]
      row: {
        club_id: string
      }
    }
    'flows/exchange-edits-of-registers': {
      params: [param2: string, param3: string, param4: readonly (string | null)[]]
      row: {}
    }
    'flows/exchange-registers': {
      params: [param2: string, param3: string, param4: readonly (string | null)[]]
      row: {}
    }
    'flows/export-member': {
      params: [id: string, clubId: string, ids: readonly (string | null)[]]
      row: {
        json: string
      }
    }
    'flows/export-user': {
      params: [id: string, ids: readonly (string | null)[]]
      row: {
        json: string
      }
    }
    'flows/find-addressed-document-of-file': {
      params: [fileId: string, clubId: string]
      row: {}
    }
    'flows/find-duplicate-rows': {
      params: [clubId: string, param3: readonly (number | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[]]
      row: {
        row: number
        first_row: number
        first_with_number: number | null
        member: string | null
        member_with_number: string | null
      }
    }
    'flows/find-duplicates': {
      params: [clubId: string, toDate: string, limit: number, offset: number]
      row: {
        total: number
        duplicates: JsonColumn
      }
    }
    'flows/find-ended-import-of-rosters': {
      params: []
      row: {
        ended_at: Date | null
        error: string | null
        position: JsonColumn | null
      }
    }
    'flows/find-known-members-of-import': {
      params: [clubId: string, memberIds: readonly (string | null)[]]
      row: {}
    }
    'flows/find-logo-of-club-export': {
      params: [id: string]
      row: {
        id: string
        filename: string
      }
    }
    'flows/find-member-to-erase': {
      params: [id: string, clubId: string, userId: string, fromDate: string]
      row: {
        name: string
        elsewhere: boolean
      }
    }
    'flows/find-members-of-pair': {
      params: [clubId: string, param3: string, param4: string]
      row: {}
    }
    'flows/find-open-import-of-rosters': {
      params: []
      row: {
        state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
        due_at: Date
        error: string | null
      }
    }
    'flows/find-open-retention': {
      params: []
      row: {}
    }
    'flows/find-other-clubs-of-member': {
      params: [memberId: string, clubId: string]
      row: {}
    }
    'flows/find-place-of-member-at-club': {
      params: [clubId: string, memberId: string]
      row: {}
    }
    'flows/find-recipient': {
      params: [id: string]
      row: {
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
        firstname: string
        lastname: string
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
        unsubscribe_operational: boolean
        award_mail: boolean
        client: string
        login: 'email' | 'username' | 'federated' | 'course_provider'
        locale: string
      }
    }
    'flows/find-shared-addresses': {
      params: [param2: readonly (number | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        index: number
        first_row: number | null
      }
    }
    'flows/find-unread-document': {
      params: [id: string, param3: string]
      row: {
        document: string
      }
    }
    'flows/find-user-who-asks-for-deletion': {
      params: [param2: string]
      row: {
        name: string
      }
    }
    'flows/find-usual-time-zone': {
      params: []
      row: {
        time_zone: string
      }
    }
    'flows/finish-import': {
      params: [id: string, entered: number, levels: number, doneAt: Date | null]
      row: {}
    }
    'flows/fit-status-of-kept-member': {
      params: [clubId: string, memberId: string, status: string, inactiveSince: Date | null, toDate: string]
      row: {}
    }
    'flows/import-rosters-now': {
      params: [dueAt: Date]
      row: {}
    }
    'flows/insert-guardians-of-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/insert-place-of-guest': {
      params: [groupId: string, memberId: string, fromDate: string, toDate: string | null]
      row: {}
    }
    'flows/invite-guardians-for-other-record': {
      params: [memberId: string, memberId3: string, userIds: readonly (string | null)[] | null]
      row: {
        user_id: string
      }
    }
    'flows/invite-returned-parent': {
      params: [userId: string, memberId: string, invitedBy: string | null]
      row: {}
    }
    'flows/keep-file-of-import': {
      params: [importId: string, bytes: Uint8Array, preview: JsonParam]
      row: {}
    }
    'flows/keep-log-of-edits': {
      params: [memberId: string]
      row: {
        client_id: string
      }
    }
    'flows/keep-operations-of-edits': {
      params: [memberId: string]
      row: {
        client_id: string
      }
    }
    'flows/keep-rows-of-import': {
      params: [importId: string]
      row: {}
    }
    'flows/lacks-all-centres': {
      params: []
      row: {}
    }
    'flows/lacks-all-children': {
      params: []
      row: {}
    }
    'flows/leave-groups-of-import': {
      params: [changeSetId: string, memberIds: readonly (string | null)[]]
      row: {
        group_id: string
        member_id: string
      }
    }
    'flows/leave-out-bad-rows': {
      params: [importId: string]
      row: {}
    }
    'flows/link-groups-to-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/link-members-to-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/link-parents-of-other-record': {
      params: [param2: readonly (string | null)[], memberId: string]
      row: {
        user_id: string
      }
    }
    'flows/link-parents-of-record-with-other': {
      params: [memberId: string, memberId3: string, userIds: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/link-parents-of-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/list-accounts-of-client': {
      params: []
      row: {
        id: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        verified: boolean
      }
    }
    'flows/list-accounts-of-person': {
      params: [id: string]
      row: {
        id: string
      }
    }
    'flows/list-accounts-still-to-close': {
      params: [expiresAt: Date, ids: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'flows/list-accounts-to-close': {
      params: [expiresAt: Date, limit: number]
      row: {
        id: string
      }
    }
    'flows/list-bad-rows-of-import': {
      params: [importId: string]
      row: {
        cells: JsonColumn
        problems: JsonColumn
      }
    }
    'flows/list-cells-of-import': {
      params: [importId: string]
      row: {
        cells: JsonColumn
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
    'flows/list-changed-centres': {
      params: []
      row: {
        subject: string
        staged: JsonColumn
        id: string | null
        before: string | null
      }
    }
    'flows/list-changed-groups-that-were-there': {
      params: [param2: JsonParam, param3: JsonParam, param4: JsonParam]
      row: {
        id: string | null
      }
    }
    'flows/list-changed-lanes-of-archive': {
      params: [lanes: readonly (string | null)[], broughtBy: string | null]
      row: {
        lane: string
      }
    }
    'flows/list-children-to-export': {
      params: [userId: string]
      row: {
        id: string
      }
    }
    'flows/list-coaches-for-import': {
      params: [clubId: string, toDate: string]
      row: {
        id: string
        name: string
      }
    }
    'flows/list-decisions': {
      params: [toDate: string, clubId: string]
      row: {
        group_id: string
        member_uuid: string
        to_group_id: string | null
        firstname: string
        lastname: string
      }
    }
    'flows/list-empty-groups-of-import': {
      params: [id: string, lastDate: string]
      row: {
        id: string
        is_used: boolean
      }
    }
    'flows/list-fields-of-members': {
      params: [clubId: string, ids: readonly (string | null)[]]
      row: {
        id: string
        member: JsonColumn
      }
    }
    'flows/list-groups-for-import': {
      params: [clubId: string, lastDate: string]
      row: {
        id: string
        name: string
        places: number | null
      }
    }
    'flows/list-groups-of-board': {
      params: [toDate: string, clubId: string, lastDate: string]
      row: {
        id: string
        name: string
        scheme_id: string | null
        scheme_slug: string | null
        levels: string[]
        weekdays: number[]
        start_at: string | null
        duration_minutes: number
        max_size: number | null
        age_from: number | null
        age_to: number | null
        size: number
        over: boolean
      }
    }
    'flows/list-groups-of-guests': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        group_id: string
        member_id: string
      }
    }
    'flows/list-groups-of-imports': {
      params: [changeSetIds: readonly (string | null)[]]
      row: {
        group_id: string | null
      }
    }
    'flows/list-groups-of-returning-club': {
      params: [clubId: string]
      row: {
        id: string
        fields: JsonColumn
      }
    }
    'flows/list-guests': {
      params: [clubId: string]
      row: {
        guest: JsonColumn
      }
    }
    'flows/list-guests-of-archive': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        is_guest: boolean
      }
    }
    'flows/list-guests-of-club-export': {
      params: [clubId: string]
      row: {
        id: string
      }
    }
    'flows/list-guests-still-to-erase': {
      params: [enteredAt: Date, memberIds: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'flows/list-guests-to-erase': {
      params: [enteredAt: Date, limit: number]
      row: {
        id: string
      }
    }
    'flows/list-ids-of-schemes': {
      params: []
      row: {
        id: string
      }
    }
    'flows/list-imported-members': {
      params: [importId: string]
      row: {
        uuid: string
        firstname: string
        lastname: string
      }
    }
    'flows/list-imports': {
      params: [clubId: string, limit: number, offset: number]
      row: {
        import: JsonColumn
      }
    }
    'flows/list-inactive-members-in-groups': {
      params: [clubId: string, changeSetId: string, toDate: string]
      row: {
        why: 'group'
        id: string
      }
    }
    'flows/list-kinds-of-scheme-for-export': {
      params: [schemeId: string]
      row: {
        grade: number
      }
    }
    'flows/list-known-guests-of-return': {
      params: [clubId: string, ids: readonly (string | null)[]]
      row: {
        id: string
        is_guest: boolean
      }
    }
    'flows/list-known-plans-of-return': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (JsonParam | null)[], param6: readonly (string | null)[]]
      row: {
        id: string
        is_same: boolean | null
      }
    }
    'flows/list-lanes-of-archive': {
      params: [broughtBy: string]
      row: {
        lane: string
      }
    }
    'flows/list-lanes-of-members': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        lane: string
      }
    }
    'flows/list-lanes-of-moved-marks': {
      params: [memberIds: readonly (string | null)[], opIds: readonly (string | null)[]]
      row: {
        member: string
        scheme: string
        node: string
        edits: JsonColumn
      }
    }
    'flows/list-linked-children': {
      params: [userId: string, param3: readonly (string | null)[]]
      row: {
        firstname: string
      }
    }
    'flows/list-members-as-duplicates': {
      params: [clubId: string, param3: string, param4: string]
      row: {}
    }
    'flows/list-members-changed-again': {
      params: [clubId: string, changeSetId: string]
      row: {
        why: 'merged' | 'changed'
        id: string
      }
    }
    'flows/list-members-of-board': {
      params: [toDate: string, groupIds: readonly (string | null)[], clubId: string, param5: string]
      row: {
        group_id: string
        uuid: string
        firstname: string
        lastname: string
        age: number
        from: string | null
        to: string | null
        current_remote_node_id: string | null
        scores: JsonColumn
        said: JsonColumn | null
        states: JsonColumn
        elsewhere: string[]
      }
    }
    'flows/list-members-of-club-export': {
      params: [clubId: string]
      row: {
        id: string
      }
    }
    'flows/list-members-of-imports': {
      params: [importIds: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'flows/list-members-of-returning-club': {
      params: [clubId: string]
      row: {
        id: string
        firstname: string
        lastname: string
        dob: string | null
        ngo_id: string | null
      }
    }
    'flows/list-members-still-to-erase': {
      params: [inactiveSince: Date, memberIds: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'flows/list-members-to-erase': {
      params: [inactiveSince: Date, limit: number]
      row: {
        id: string
      }
    }
    'flows/list-merges': {
      params: [clubId: string]
      row: {
        id: string
        kept_uuid: string
        kept: string
        merged: string
        by: string
        at: number
        undone: boolean
      }
    }
    'flows/list-next-children': {
      params: [subject: string, limit: number, param4: Date]
      row: {
        subject: string
        staged: JsonColumn | null
        dob: string | null
        clubs: string[]
        contacts: JsonColumn
        number_taken: boolean
        member: JsonColumn | null
      }
    }
    'flows/list-next-classes': {
      params: [subject: string, limit: number]
      row: {
        subject: string
        staged: JsonColumn | null
        first: string | null
        last: string | null
        club: JsonColumn | null
        scheme: JsonColumn | null
        existing: JsonColumn
      }
    }
    'flows/list-next-groups': {
      params: [groupId: string, limit: number]
      row: {
        id: string
        club_id: string
        time_zone: string
        first_date: string
        last_date: string | null
        children: JsonColumn
        coaches: JsonColumn
        child_places: JsonColumn
        coach_places: JsonColumn
      }
    }
    'flows/list-next-people': {
      params: [subject: string, limit: number, param4: readonly (string | null)[]]
      row: {
        subject: string
        staged: JsonColumn | null
        clubs: string[]
        existing: JsonColumn
      }
    }
    'flows/list-numbers-of-accounts': {
      params: []
      row: {
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        ngo_id: string
      }
    }
    'flows/list-passed-levels-and-marked-skills-of-members': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        key: string
        passed: boolean
      }
    }
    'flows/list-places-of-archive': {
      params: [changeSetId: string, memberIds: readonly (string | null)[]]
      row: {
        group_id: string
        member_id: string
        from_date: string
        after_to: string | null
      }
    }
    'flows/list-places-of-existing-members': {
      params: [clubId: string, toDate: string, memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        status: 'active' | 'inactive' | 'merged'
        groups: string[]
      }
    }
    'flows/list-reasons-to-keep-imported-members': {
      params: [param2: string | null, clubId: string, memberIds: readonly (string | null)[], changeSetId: string]
      row: {
        uuid: string
        why: 'marks' | 'group' | 'parent' | 'club' | 'changed'
      }
    }
    'flows/list-records-of-children': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'flows/list-registers-of-members': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        lane: string
      }
    }
    'flows/list-registers-to-exchange': {
      params: [memberId: string, memberId3: string]
      row: {
        lane: string
      }
    }
    'flows/list-released-schemes': {
      params: []
      row: {
        slug: string
      }
    }
    'flows/list-rows-of-import': {
      params: [importId: string, state: string | null, limit: number, offset: number]
      row: {
        row: number
        cells: JsonColumn
        state: string
        problems: JsonColumn
        levels: JsonColumn
      }
    }
    'flows/list-rows-to-check': {
      params: [importId: string]
      row: {
        row: number
        cells: JsonColumn
        stray: boolean
        decision: 'same' | 'other' | null
      }
    }
    'flows/list-rows-with-problems': {
      params: [importId: string]
      row: {
        row: number
        cells: JsonColumn
        problems: JsonColumn
      }
    }
    'flows/list-scheme-ids-of-returning-club': {
      params: []
      row: {
        id: string
        slug: string
      }
    }
    'flows/list-schemes-of-club-export': {
      params: [clubId: string]
      row: {
        slug: string
      }
    }
    'flows/list-schemes-of-histories': {
      params: []
      row: {
        id: string
      }
    }
    'flows/list-schemes-of-returning-club': {
      params: []
      row: {
        slug: string
      }
    }
    'flows/list-separate-members': {
      params: [clubId: string]
      row: {
        members: JsonColumn
        by: string
        at: number
      }
    }
    'flows/list-stays-of-application': {
      params: [changeSetId: string]
      row: {
        groupId: string
        memberId: string
        value: JsonColumn | null
        isOurs: boolean
      }
    }
    'flows/list-tasks': {
      params: [name: string, state: string | null, param4: string | null, limit: number, offset: number]
      row: {
        tasks: JsonColumn
        total: number
      }
    }
    'flows/list-tasks-to-delete': {
      params: [endedAt: Date, limit: number]
      row: {
        id: string
      }
    }
    'flows/list-undone-imports': {
      params: []
      row: {
        id: string
      }
    }
    'flows/list-used-places-of-archive': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        group_id: string | null
        member_id: string
      }
    }
    'flows/lock-accounts-to-close': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-board': {
      params: [id: string]
      row: {}
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
    'flows/lock-client-for-periods': {
      params: []
      row: {}
    }
    'flows/lock-entries-of-archive': {
      params: [lanes: readonly (string | null)[], memberIds: readonly (string | null)[]]
      row: {
        lane: string
        kind: string
        member_id: string
      }
    }
    'flows/lock-groups-of-application': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-groups-of-archive': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-import': {
      params: [clubId: string, id: string]
      row: {
        state: 'draft' | 'waiting' | 'done' | 'undone'
        columns: JsonColumn
        choices: JsonColumn
        header: JsonColumn
      }
    }
    'flows/lock-import-to-undo': {
      params: [id: string]
      row: {}
    }
    'flows/lock-imported-members': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-imported-members-at-club': {
      params: [clubId: string, ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-imports-of-archive': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-known-members-of-import': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-members-of-application': {
      params: [clubId: string, memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        status: 'active' | 'inactive' | 'merged'
      }
    }
    'flows/lock-members-to-erase': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-merge': {
      params: [clubId: string, id: string]
      row: {
        kept_id: string
        merged_id: string
        ops: string[]
        lanes: string[]
        places: JsonColumn
        parents: string[]
        merged_parents: string[]
        before: JsonColumn
      }
    }
    'flows/lock-places-of-members-to-erase': {
      params: [memberIds: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-plans-of-archive': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/lock-returning-club-without-logo': {
      params: [id: string]
      row: {}
    }
    'flows/lock-task': {
      params: [id: string]
      row: {
        kind: string
        subject: string
        state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
      }
    }
    'flows/make-draft-wait': {
      params: [param2: string]
      row: {}
    }
    'flows/make-import-draft': {
      params: [id: string]
      row: {}
    }
    'flows/make-waiting-import-draft': {
      params: [param2: string]
      row: {}
    }
    'flows/mark-change-set-undone': {
      params: [id: string, undoneAt: Date | null, id4: string | null]
      row: {
        name: string
      }
    }
    'flows/mark-import-undone': {
      params: [id: string, undoneAt: Date | null]
      row: {}
    }
    'flows/mark-merge-undone': {
      params: [id: string, undoneAt: Date | null]
      row: {}
    }
    'flows/may-plan-import-of-rosters': {
      params: []
      row: {}
    }
    'flows/move-awards': {
      params: [memberId: string, memberId3: string, ids: readonly (string | null)[] | null]
      row: {
        id: string
      }
    }
    'flows/move-conflicts': {
      params: [memberId: string, memberId3: string, ops: readonly (string | null)[]]
      row: {}
    }
    'flows/move-decisions': {
      params: [memberId: string, memberId3: string, groupIds: readonly (string | null)[] | null]
      row: {
        group_id: string
      }
    }
    'flows/move-history': {
      params: [param1: string, param2: string, param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        move_history: string | null
      }
    }
    'flows/move-places': {
      params: [memberId: string, memberId3: string, param4: JsonParam | null]
      row: {
        group_id: string
        from_date: string
      }
    }
    'flows/note-event-of-task': {
      params: [taskId: string, at: Date, event: string, byUser: string | null]
      row: {}
    }
    'flows/note-groups-of-import': {
      params: [id: string, groupIds: readonly string[]]
      row: {}
    }
    'flows/note-links-of-returned-parents': {
      params: [changeSetId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (boolean | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/note-places-of-application': {
      params: [changeSetId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], toDate: string, param6: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/note-places-of-returning-club': {
      params: [changeSetId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/note-stays-of-application': {
      params: [changeSetId: string, param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/note-what-archive-brought': {
      params: [id: string, details: JsonParam]
      row: {}
    }
    'flows/read-cutoff': {
      params: [param1: Date, param2: number]
      row: {
        at: Date | null
      }
    }
    'flows/read-date-of-effect': {
      params: [id: string, param3: string]
      row: {
        on: string
      }
    }
    'flows/read-file-of-import': {
      params: [importId: string]
      row: {
        bytes: Buffer
      }
    }
    'flows/read-group-coaches-of-club-export': {
      params: [clubId: string]
      row: {
        group_number: number
        group: string
        coach: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
        from_date: string
        to_date: string | null
      }
    }
    'flows/read-groups-of-archive': {
      params: [groupIds: readonly (string | null)[], id: string, clubId: string]
      row: {
        id: string
        is_used: boolean
        is_named: boolean
      }
    }
    'flows/read-groups-of-club-export': {
      params: [clubId: string]
      row: {
        number: number
        fields: JsonColumn
      }
    }
    'flows/read-guests-of-club-export': {
      params: [clubId: string]
      row: {
        guest: string
        firstname: string
        lastname: string
        group_number: number
        group: string
        from_date: string
        to_date: string | null
        ts: number
        coach: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
      }
    }
    'flows/read-history-to-move': {
      params: [memberId: string, memberId3: string]
      row: {
        ops: string[]
        lanes: string[]
      }
    }
    'flows/read-import': {
      params: [clubId: string, id: string]
      row: {
        import: JsonColumn
      }
    }
    'flows/read-issuer': {
      params: []
      row: {
        issuer: string | null
      }
    }
    'flows/read-last-application': {
      params: [clubId: string, param3: number]
      row: {
        id: string
        at: number
        by: string
        details: JsonColumn
      }
    }
    'flows/read-last-task-of-import': {
      params: [subject: string]
      row: {
        state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
      }
    }
    'flows/read-levels-of-club-export': {
      params: [clubId: string, param3: readonly (string | null)[]]
      row: {
        firstname: string
        lastname: string
        dob: string | null
        ngo_id: string | null
        levels: JsonColumn
      }
    }
    'flows/read-marks-of-club-export': {
      params: [clubId: string, memberIds: readonly (string | null)[], title: string]
      row: {
        member_id: string
        guest: string | null
        firstname: string
        lastname: string
        dob: string | null
        ngo_id: string | null
        date: string | null
        key: string
        scheme_id: string
        node: string
        title: string
        kind: number | null
        grade: number
        pass: number
        ts: number
        group_number: number | null
        group: string | null
        coach: string | null
        elsewhere: boolean
      }
    }
    'flows/read-member-types-of-club': {
      params: [id: string]
      row: {
        member_types: string[]
      }
    }
    'flows/read-members-of-club-export': {
      params: [clubId: string, param3: readonly (string | null)[], fromDate: string]
      row: {
        member: JsonColumn
        groups: string[]
      }
    }
    'flows/read-name-of-exported-club': {
      params: [id: string]
      row: {
        name: string
      }
    }
    'flows/read-next-retention': {
      params: []
      row: {
        next_ts: number
      }
    }
    'flows/read-parents-of-club-export': {
      params: [clubId: string, param3: readonly (string | null)[]]
      row: {
        firstname: string
        lastname: string
        dob: string | null
        ngo_id: string | null
        parent_firstname: string
        parent_lastname: string
        email: string | null
        username: string | null
      }
    }
    'flows/read-periods': {
      params: []
      row: {
        retention: JsonColumn
      }
    }
    'flows/read-places-of-club-export': {
      params: [clubId: string, param3: readonly (string | null)[]]
      row: {
        group_number: number
        group: string
        firstname: string
        lastname: string
        dob: string | null
        ngo_id: string | null
        from_date: string
        to_date: string | null
      }
    }
    'flows/read-plan-groups-of-export': {
      params: [clubId: string]
      row: {
        plan: string
        group_number: number
        group: string
        coach: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
        ts: number
      }
    }
    'flows/read-plan-shares-of-export': {
      params: [clubId: string | null]
      row: {
        plan: string
        coach: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
        ts: number
      }
    }
    'flows/read-plans-of-archive': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        is_used: boolean
      }
    }
    'flows/read-plans-of-export': {
      params: [clubId: string | null]
      row: {
        plan: string
        coach: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
        scheme: string
        title: string | null
        sections: JsonColumn | null
        reminder: string | null
        copy_of: string | null
        ts: number
      }
    }
    'flows/read-preview-of-import': {
      params: [importId: string]
      row: {
        preview: JsonColumn
      }
    }
    'flows/read-record-of-user': {
      params: [id: string]
      row: {
        record: JsonColumn
      }
    }
    'flows/read-registers-of-club-export': {
      params: [clubId: string, memberIds: readonly (string | null)[]]
      row: {
        kind: string
        guest: string | null
        firstname: string
        lastname: string
        dob: string | null
        ngo_id: string | null
        group_number: number
        group: string
        date: string | null
        level: string | null
        value: string
        ts: number
        coach: string
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        email: string | null
        username: string | null
      }
    }
    'flows/read-remembered-columns': {
      params: [id: string]
      row: {
        columns: JsonColumn
        choices: JsonColumn
      }
    }
    'flows/read-sessions-of-club-export': {
      params: [clubId: string]
      row: {
        group_number: number
        group: string
        date: string
        cancelled: boolean
        reason: string | null
        moved_to: string | null
        moved_from: string | null
        start_at: string | null
        taken: boolean
        cover: string | null
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api' | null
        email: string | null
        username: string | null
      }
    }
    'flows/read-staff-of-club-export': {
      params: [clubId: string]
      row: {
        type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
        firstname: string
        lastname: string
        email: string | null
        username: string | null
        ngo_id: string | null
        status: 'current' | 'lapsed' | 'anonymised' | 'unlinked'
        from_date: string
        to_date: string | null
      }
    }
    'flows/read-states-of-rows': {
      params: [importId: string]
      row: {
        bad: boolean | null
        ready: boolean | null
      }
    }
    'flows/read-task': {
      params: [id: string, name: string, kinds: readonly (string | null)[]]
      row: {
        task: JsonColumn
      }
    }
    'flows/read-terms-of-club-export': {
      params: [clubId: string]
      row: {
        kind: 'term' | 'holiday'
        name: JsonColumn
        first_date: string
        last_date: string
      }
    }
    'flows/read-waiting-import': {
      params: [id: string]
      row: {
        club_id: string
        user_id: string
        header: JsonColumn
        columns: JsonColumn
        choices: JsonColumn
        time_zone: string
        provider: 'local' | 'bg' | 'coursepro'
      }
    }
    'flows/read-what-archive-brought': {
      params: [id: string]
      row: {
        details: JsonColumn
      }
    }
    'flows/remember-columns': {
      params: [id: string, importColumns: JsonParam, importChoices: JsonParam]
      row: {}
    }
    'flows/remove-coaches-of-archive': {
      params: [groupIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-coaches-of-groups-that-were-there': {
      params: [param2: JsonParam]
      row: {
        group_id: string
      }
    }
    'flows/remove-covers-of-archive': {
      params: [groupIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-covers-of-groups-that-were-there': {
      params: [param2: JsonParam]
      row: {
        group_id: string
      }
    }
    'flows/remove-edits-of-archive': {
      params: [lanes: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-entries-of-archive': {
      params: [lanes: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-groups-of-archive': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-groups-of-plans-of-archive': {
      params: [planIds: readonly (string | null)[]]
      row: {
        group_id: string
        plan_id: string
      }
    }
    'flows/remove-invitations-of-archive': {
      params: [changeSetId: string, memberIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-journal-of-archive': {
      params: [groupIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-links-of-archive': {
      params: [changeSetId: string, memberIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-links-of-groups-of-archive': {
      params: [groupIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-places-of-archive': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        group_id: string
        member_id: string
      }
    }
    'flows/remove-plans-of-archive': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-sessions-of-archive': {
      params: [groupIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-sessions-of-groups-that-were-there': {
      params: [param2: JsonParam]
      row: {
        group_id: string
      }
    }
    'flows/remove-shares-of-plans-of-archive': {
      params: [planIds: readonly (string | null)[]]
      row: {}
    }
    'flows/remove-terms-of-archive': {
      params: [ids: readonly (string | null)[], id: string]
      row: {}
    }
    'flows/remove-unused-guests': {
      params: [param1: readonly (string | null)[]]
      row: {
        remove_unused_members: string | null
      }
    }
    'flows/remove-unused-members': {
      params: [param1: readonly (string | null)[]]
      row: {
        remove_unused_members: string | null
      }
    }
    'flows/rename-club': {
      params: [id: string, name: string]
      row: {}
    }
    'flows/requeue-task': {
      params: [id: string, dueAt: Date]
      row: {}
    }
    'flows/restore-ended-places': {
      params: [memberId: string, param3: JsonParam]
      row: {}
    }
    'flows/restore-ends-of-places-of-import': {
      params: [changeSetId: string, memberIds: readonly (string | null)[]]
      row: {
        group_id: string
        member_id: string
      }
    }
    'flows/restore-number-of-merged-member': {
      params: [id: string, ngoId: string | null]
      row: {}
    }
    'flows/separate-members': {
      params: [clubId: string, param3: string, param4: string, userId: string, param6: number]
      row: {}
    }
    'flows/set-cells-of-rows': {
      params: [importId: string, param3: readonly (number | null)[], param4: readonly (JsonParam | null)[]]
      row: {}
    }
    'flows/set-columns-of-import': {
      params: [id: string, columns: JsonParam, choices: JsonParam]
      row: {}
    }
    'flows/set-date-of-board': {
      params: [id: string, termDate: string | null]
      row: {}
    }
    'flows/set-logo-of-returning-club': {
      params: [id: string, logoFileId: string | null]
      row: {}
    }
    'flows/set-periods': {
      params: [retention: JsonParam]
      row: {}
    }
    'flows/set-reading-of-import': {
      params: [id: string, encoding: string, reading: JsonParam, header: JsonParam, columns: JsonParam, rowCount: number, param8: boolean | null]
      row: {}
    }
    'flows/set-status-of-members': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], status: string, inactiveSince: Date | null]
      row: {}
    }
    'flows/set-status-of-merged-member': {
      params: [clubId: string, memberId: string, status: string, inactiveSince: Date | null]
      row: {}
    }
    'flows/set-status-of-returned-account': {
      params: [id: string, status: string]
      row: {}
    }
    'flows/share-returned-plans': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (number | null)[]]
      row: {
        plan: string
        reader: string
      }
    }
    'flows/stage-rows-of-roster': {
      params: [list: string, param3: readonly (string | null)[], param4: readonly (JsonParam | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/start-import': {
      params: [id: string]
      row: {}
    }
    'flows/store-decisions': {
      params: [clubId: string, userId: string, param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/store-merge': {
      params: [id: string, clubId: string, keptId: string, mergedId: string, userId: string, at: Date, ops: readonly string[], lanes: readonly string[], places: JsonParam, parents: readonly string[], mergedParents: readonly string[], before: JsonParam]
      row: {}
    }
    'flows/store-results-of-check': {
      params: [importId: string, param3: readonly (number | null)[], param4: readonly (string | null)[], param5: readonly (JsonParam | null)[], param6: readonly (JsonParam | null)[]]
      row: {}
    }
    'flows/take-guest': {
      params: [clubId: string, memberId: string]
      row: {
        group_id: string
        from_date: string
        to_date: string | null
      }
    }
    'flows/take-guests-to-erase': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'flows/unlink-parents-of-merged-member': {
      params: [memberId: string]
      row: {
        user_id: string
      }
    }
    'flows/unlink-parents-of-record': {
      params: [memberId: string, userIds: readonly (string | null)[]]
      row: {}
    }
    'flows/unlink-parents-of-roster': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/update-members-of-roster': {
      params: [param2: JsonParam]
      row: {
        id: string
      }
    }
    'flows/withdraw-invitations-for-record': {
      params: [memberId: string, userIds: readonly (string | null)[] | null]
      row: {
        user_id: string
      }
    }
    'flows/write-links-of-classes': {
      params: [param2: readonly (string | null)[], param3: readonly (number | null)[], param4: readonly (string | null)[], param5: readonly (boolean | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/write-places': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'flows/write-places-of-application': {
      params: [changeSetId: string]
      row: {
        client_id: string
      }
    }
  }
}
