// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'assessment/audit-brought-passes': {
      params: [userId: string | null, param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/audit-guests': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/audit-plan-edits': {
      params: [userId: string | null, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (number | null)[], param7: readonly (JsonParam | null)[], param8: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/begin-epoch': {
      params: []
      row: {}
    }
    'assessment/count-affected-members-by-club': {
      params: [param2: readonly (string | null)[], param3: readonly (boolean | null)[], param4: readonly (boolean | null)[]]
      row: {
        name: string
        gained: number
        lost: number
      }
    }
    'assessment/count-pairs-of-scheme': {
      params: [schemeId: string, revision: number]
      row: {
        total: number
      }
    }
    'assessment/decide-submitted-work': {
      params: [decidedBy: string | null, decidedAt: Date | null, param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[]]
      row: {}
    }
    'assessment/decline-submitted-work': {
      params: [decidedBy: string | null, decidedAt: Date | null, opIds: readonly (string | null)[]]
      row: {}
    }
    'assessment/delete-changes-of-old-attendance': {
      params: [date: string]
      row: {}
    }
    'assessment/delete-old-operations': {
      params: [receivedAt: Date]
      row: {}
    }
    'assessment/delete-old-removals': {
      params: [at: Date, clubIds: readonly (string | null)[]]
      row: {}
    }
    'assessment/delete-progress': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {}
    }
    'assessment/end-awards': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (Date | null)[], endedWhy: string | null]
      row: {}
    }
    'assessment/find-award-news': {
      params: [userId: string, param3: string, param4: string, nodeId: string, title: string]
      row: {
        child: string
        level: string
        scheme: string
        word: JsonColumn | null
      }
    }
    'assessment/find-award-of-child': {
      params: [userId: string, param3: string, slug: string, nodeId: string, title: string, param7: Date]
      row: {
        firstname: string
        lastname: string
        ngo_id: string | null
        level: string
        scheme: string
        completed_ts: number
        coach: string | null
        club: string
        time_zone: string
        logo_file_id: string | null
      }
    }
    'assessment/find-last-member-of-batch': {
      params: [schemeId: string, memberId: string]
      row: {
        id: string | null
      }
    }
    'assessment/find-text-key': {
      params: [userId: string]
      row: {
        key: string
      }
    }
    'assessment/forget-calculated-rules': {
      params: [id: string]
      row: {}
    }
    'assessment/insert-assessments': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[], param7: readonly (number | null)[], param8: readonly (number | null)[], param9: readonly (number | null)[], param10: readonly (string | null)[], param11: readonly (number | null)[], param12: readonly (string | null)[], param13: readonly (string | null)[], param14: readonly (number | null)[], param15: readonly (number | null)[], param16: readonly (string | null)[], param17: readonly (number | null)[], param18: readonly (boolean | null)[], param19: readonly (boolean | null)[], param20: readonly (boolean | null)[], param21: readonly (Uint8Array | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-brought-passes': {
      params: [enteredTs: number, stampMs: number, broughtBy: string | null, param5: readonly (string | null)[], param6: readonly (string | null)[], param7: readonly (string | null)[], param8: readonly (string | null)[], param9: readonly (number | null)[], param10: readonly (number | null)[], param11: readonly (number | null)[], param12: readonly (string | null)[], param13: readonly (number | null)[], param14: readonly (string | null)[], param15: readonly (number | null)[], param16: readonly (string | null)[], param17: readonly (string | null)[], param18: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-conflict': {
      params: [id: string, memberId: string, schemeId: string, nodeId: string, ops: readonly string[]]
      row: {}
    }
    'assessment/insert-guests': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[], param7: readonly (string | null)[], param8: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-members-for-guests': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-operations': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-plan-edits': {
      params: [authorId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (number | null)[], param7: readonly (JsonParam | null)[], param8: readonly (number | null)[], param9: readonly (number | null)[], param10: readonly (number | null)[], param11: readonly (string | null)[], param12: readonly (number | null)[], param13: readonly (boolean | null)[], param14: readonly (boolean | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-plans': {
      params: [ownerId: string, param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-register-edits': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (JsonParam | null)[], param5: readonly (string | null)[], param6: readonly (number | null)[], param7: readonly (number | null)[], param8: readonly (number | null)[], param9: readonly (string | null)[], param10: readonly (number | null)[], param11: readonly (boolean | null)[], param12: readonly (boolean | null)[], param13: readonly (string | null)[], param14: readonly (boolean | null)[], param15: readonly (Uint8Array | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-submitted-work': {
      params: [clubId: string, deviceId: string, submittedBy: string, submittedAt: Date, param6: readonly (JsonParam | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/insert-text-key': {
      params: [userId: string, key: string]
      row: {}
    }
    'assessment/list-assessments': {
      params: [id: string, userId: string, id4: string, title: string, limit: number, offset: number, param8: number]
      row: {
        total: number
        marks: JsonColumn
      }
    }
    'assessment/list-awards-of-pairs': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        pair_number: number
        node_id: string
        completed_ts: number
        forced: boolean
        brought: boolean
      }
    }
    'assessment/list-brought-pass-grades': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        number: number
        pass: number
      }
    }
    'assessment/list-brought-passes': {
      params: [broughtBy: string, memberIds: readonly (string | null)[]]
      row: {
        member_id: string
        scheme_id: string
        node_id: string
        grade: number
        pass: number
      }
    }
    'assessment/list-changed-conflicts': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        key: string
        data: JsonColumn | null
      }
    }
    'assessment/list-changed-group-members': {
      params: [param2: readonly (string | null)[], groupIds: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        key: string
        data: JsonColumn
      }
    }
    'assessment/list-changed-groups': {
      params: [coverId: string, ids: readonly (string | null)[], ids4: readonly (string | null)[], ids5: readonly (string | null)[], ids6: readonly (string | null)[]]
      row: {
        key: string
        data: JsonColumn | null
      }
    }
    'assessment/list-changed-members': {
      params: [ids: readonly (string | null)[], clubId: string, ids4: readonly (string | null)[]]
      row: {
        key: string
        data: JsonColumn
      }
    }
    'assessment/list-changed-plan-groups': {
      params: [param2: readonly (string | null)[], groupIds: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        key: string
        data: JsonColumn | null
      }
    }
    'assessment/list-changed-plans': {
      params: [param2: readonly (string | null)[], ownerId: string, groupIds: readonly (string | null)[]]
      row: {
        key: string
        data: JsonColumn | null
      }
    }
    'assessment/list-changed-registers': {
      params: [param2: readonly (string | null)[], memberIds: readonly (string | null)[], param4: readonly (string | null)[], param5: number]
      row: {
        key: string
        data: JsonColumn
      }
    }
    'assessment/list-changed-results': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        key: string
        data: JsonColumn
      }
    }
    'assessment/list-changes-of-club': {
      params: [clubId: string, param3: number, param4: string, param5: string, param6: readonly (string | null)[], keys: readonly (string | null)[], keys8: readonly (string | null)[], param9: readonly (string | null)[], param10: number]
      row: {
        kind: 'group' | 'member' | 'group_member' | 'result' | 'conflict' | 'register' | 'erasure' | 'plan' | 'plan_group'
        key: string
        rev: number
      }
    }
    'assessment/list-children': {
      params: [userId: string, title: string, limit: number, offset: number, param6: Date]
      row: {
        json: string
        total: number
        waiting: JsonColumn | null
        with_skipped: JsonColumn | null
      }
    }
    'assessment/list-closed-authors': {
      params: [clubId: string, ids: readonly (string | null)[]]
      row: {
        uuid: string
        firstname: string
      }
    }
    'assessment/list-clubs-of-old-removals': {
      params: [at: Date]
      row: {
        club_id: string
      }
    }
    'assessment/list-clubs-of-plans': {
      params: [ids: readonly (string | null)[]]
      row: {
        plan_id: string
        club_id: string
      }
    }
    'assessment/list-clubs-of-users': {
      params: [userIds: readonly (string | null)[]]
      row: {
        user_id: string
        club_id: string
      }
    }
    'assessment/list-colleagues': {
      params: [id: string]
      row: {
        uuid: string
        firstname: string
        lastname: string
      }
    }
    'assessment/list-delivered-operations': {
      params: [opIds: readonly (string | null)[]]
      row: {
        operations: JsonColumn
      }
    }
    'assessment/list-groups-of-plans': {
      params: [planIds: readonly (string | null)[]]
      row: {
        plan_id: string
        group_id: string
        club_id: string
      }
    }
    'assessment/list-held-awards-of-levels': {
      params: [schemeId: string, nodeIds: readonly (string | null)[]]
      row: {
        member_id: string
        levels: string[]
      }
    }
    'assessment/list-link-edits': {
      params: [lanes: readonly (string | null)[]]
      row: {
        lane: string
        op_id: string
        value: JsonColumn
        ts: number
        superseded_by_own_edit: boolean
        stamp_ms: number
        stamp_counter: number
        stamp_device: string
        stamp_seq: number
      }
    }
    'assessment/list-marks-of-member': {
      params: [clubId: string, memberId: string, title: string, limit: number, offset: number]
      row: {
        marks: JsonColumn
        total: number
      }
    }
    'assessment/list-marks-of-runs': {
      params: [broughtBys: readonly (string | null)[], memberIds: readonly (string | null)[]]
      row: {
        op_id: string
      }
    }
    'assessment/list-members-of-brought-passes': {
      params: [broughtBys: readonly (string | null)[]]
      row: {
        memberId: string
        schemeId: string
      }
    }
    'assessment/list-members-of-scheme': {
      params: [schemeId: string, revision: number, memberId: string]
      row: {
        member_id: string
      }
    }
    'assessment/list-open-conflicts': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        id: string
        member_id: string
        scheme_id: string
        node_id: string
        ops: string[]
      }
    }
    'assessment/list-overview-versions': {
      params: [param2: readonly (string | null)[], param3: readonly (JsonParam | null)[]]
      row: {
        number: number
        version: string | null
        concerned: boolean
        revs: JsonColumn
      }
    }
    'assessment/list-paper-clubs': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        name: string
        logo_file_id: string | null
      }
    }
    'assessment/list-plans-of-coach': {
      params: [ownerId: string, groupIds: readonly (string | null)[]]
      row: {
        plans: string[]
      }
    }
    'assessment/list-plans-of-group': {
      params: [id: string, clubId: string]
      row: {
        plans: JsonColumn
      }
    }
    'assessment/list-progress-of-pairs': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        pair_number: number
        node_id: string
        state: 'available' | 'started' | 'completed' | 'passed'
        percent: number
        forced: boolean
        completed_ts: number | null
      }
    }
    'assessment/list-readable-plans': {
      params: [planIds: readonly (string | null)[], userId: string]
      row: {
        plan_id: string
      }
    }
    'assessment/list-register-edits': {
      params: [lanes: readonly (string | null)[]]
      row: {
        op_id: string
        lane: string
        value: JsonColumn
        author_id: string
        ts: number
        stamp_ms: number
        stamp_counter: number
        stamp_device: string
        stamp_seq: number
        superseded_by_own_edit: boolean
      }
    }
    'assessment/list-results-of-pairs': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        pair_number: number
        node_id: string
        grade: number
        pass: number
        ts: number
        since: number | null
        brought: boolean
      }
    }
    'assessment/list-results-of-scheme': {
      params: [schemeId: string, memberId: string]
      row: {
        member_id: string
        results: JsonColumn
      }
    }
    'assessment/list-revisions-of-changes': {
      params: [clubIds: readonly (string | null)[], keys: readonly (string | null)[], keys4: readonly (string | null)[]]
      row: {
        kind: 'group' | 'member' | 'group_member' | 'result' | 'conflict' | 'register' | 'erasure' | 'plan' | 'plan_group'
        club_id: string
        key: string
        changed_rev: number
      }
    }
    'assessment/list-revisions-of-pairs': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        pair_number: number
        revision: number
      }
    }
    'assessment/list-shared-clubs': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        author_id: string
        colleague_id: string
        from_date: string
        to_date: string | null
        colleague_from: string
        colleague_to: string | null
      }
    }
    'assessment/list-submitted-work': {
      params: [opIds: readonly (string | null)[]]
      row: {
        op_id: string
        author_id: string
        payload_hash: string
      }
    }
    'assessment/list-time-zones-of-members': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        time_zone: string
      }
    }
    'assessment/list-titles-of-deleted-nodes': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        number: number
        title: JsonColumn
        grade_kind: number | null
      }
    }
    'assessment/list-waiting-work': {
      params: [clubId: string, opIds: readonly (string | null)[] | null]
      row: {
        op_id: string
        author_id: string
        device_id: string
        operation: JsonColumn
        submitted_at: Date
        code: string | null
        key: string | null
        author: string
        submitted_by: string
      }
    }
    'assessment/lock-lanes': {
      params: [param2: readonly (string | null)[]]
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'assessment/lock-plans': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        owner_id: string
        scheme_id: string | null
        title: string | null
        sections: JsonColumn | null
        reminder: string | null
        revision: number
        deleted: boolean
        copy_of: string | null
        chain: string | null
        chain_seq: number | null
        slug: string | null
      }
    }
    'assessment/lock-registers': {
      params: [lanes: readonly (string | null)[]]
      row: {}
    }
    'assessment/mark-brought-awards': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {}
    }
    'assessment/name-operations': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], title: string, clubId: string]
      row: {
        member: string | null
        group: string | null
        node: string | null
        grade_kind: number | null
      }
    }
    'assessment/queue-award-mails': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (Date | null)[], createdAt: Date]
      row: {}
    }
    'assessment/read-calculated-rules': {
      params: [id: string]
      row: {
        hash: string | null
        revision: number
      }
    }
    'assessment/read-client-name': {
      params: []
      row: {
        name: string
      }
    }
    'assessment/read-counter-of-club': {
      params: [clubId: string]
      row: {
        rev: number
        oldest_cursor: number
      }
    }
    'assessment/read-epoch': {
      params: []
      row: {
        epoch: string
      }
    }
    'assessment/read-features': {
      params: [id: string]
      row: {
        provider: 'local' | 'bg' | 'coursepro'
        features: JsonColumn
      }
    }
    'assessment/read-history-of-lanes': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {
        lane_number: number
        op_id: string
        author_id: string
        grade: number
        pass: number
        ts: number
        stamp_ms: number
        stamp_counter: number
        stamp_device: string
        stamp_seq: number
        superseded_by_own_edit: boolean
      }
    }
    'assessment/read-members': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        number: number
        status: 'merged' | 'at-club' | 'guest' | 'erased' | 'elsewhere' | null
        group_periods: JsonColumn | null
      }
    }
    'assessment/read-nodes': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        number: number
        scheme_id: string
        scheme_deleted: boolean
        scheme_edited_at: number | null
        kind: 'l' | 'sg' | 's' | null
        deleted: boolean
        path: string[]
        pass_grades: number[]
      }
    }
    'assessment/read-places': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[]]
      row: {
        number: number
        provider: 'local' | 'bg' | 'coursepro'
        features: JsonColumn
        time_zone: string
        group_found: boolean
        scheme_id: string | null
        last_date: string | null
        assessment_levels: string[]
        author_periods: JsonColumn | null
        coach_periods: JsonColumn | null
        covers: JsonColumn | null
        changed_rev: number | null
      }
    }
    'assessment/read-progress-of-member': {
      params: [clubId: string, id: string, title: string]
      row: {
        json: string
      }
    }
    'assessment/read-scope': {
      params: [userId: string, id: string, param4: number, param5: number]
      row: {
        own_groups: string[]
        own_members: string[]
        todays_groups: string[]
        todays_members: string[]
        covered_groups: string[]
        covered_sessions: string[]
        club_groups: string[]
        club_members: string[]
      }
    }
    'assessment/set-calculated-rules': {
      params: [id: string, calculatedHash: string | null, calculatedRevision: number]
      row: {}
    }
    'assessment/settle-conflicts': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], settledAt: Date | null]
      row: {
        client_id: string
      }
    }
    'assessment/update-operations': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[]]
      row: {}
    }
    'assessment/update-revisions-of-pairs': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (number | null)[]]
      row: {}
    }
    'assessment/widen-conflict': {
      params: [id: string, ops: readonly string[]]
      row: {}
    }
    'assessment/write-awards': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (number | null)[], param6: readonly (boolean | null)[], param7: readonly (Date | null)[], param8: readonly (boolean | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/write-notes-of-members': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (number | null)[]]
      row: {}
    }
    'assessment/write-plan-groups': {
      params: [authorId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (boolean | null)[], param6: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/write-plan-shares': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (boolean | null)[], param5: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/write-plans': {
      params: [ownerId: string, param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (JsonParam | null)[], param7: readonly (string | null)[], param8: readonly (number | null)[], param9: readonly (string | null)[], param10: readonly (number | null)[], param11: readonly (string | null)[], param12: readonly (boolean | null)[], param13: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/write-progress': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (number | null)[], param7: readonly (boolean | null)[], param8: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/write-registers': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (string | null)[], param7: readonly (string | null)[], param8: readonly (string | null)[], param9: readonly (string | null)[], param10: readonly (string | null)[], param11: readonly (JsonParam | null)[], param12: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'assessment/write-results': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[], param4: readonly (string | null)[], param5: readonly (string | null)[], param6: readonly (number | null)[], param7: readonly (number | null)[], param8: readonly (number | null)[], param9: readonly (number | null)[], param10: readonly (number | null)[], param11: readonly (number | null)[], param12: readonly (string | null)[], param13: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
  }
}
