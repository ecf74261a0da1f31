// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'members/audit-bulk-changes': {
      params: [userId: string | null, param3: readonly (string | null)[], after: JsonParam | null]
      row: {
        client_id: string
      }
    }
    'members/audit-created-members': {
      params: [userId: string | null, param3: readonly (string | null)[], param4: readonly (JsonParam | null)[]]
      row: {
        client_id: string
      }
    }
    'members/audit-places': {
      params: [userId: string | null, action: string, param4: readonly (string | null)[], param5: readonly (string | null)[], param6: string | null]
      row: {
        client_id: string
      }
    }
    'members/claim-records': {
      params: [param2: readonly (string | null)[]]
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'members/copy-sort-keys': {
      params: [memberIds: readonly (string | null)[]]
      row: {}
    }
    'members/count-members': {
      params: [clubId: string, lastDate: string]
      row: {
        active: number
        inactive: number
        no_group: number
        no_guardian_email: number
        ready: number
        tags: string[]
      }
    }
    'members/delete-empty-change-set': {
      params: [id: string]
      row: {}
    }
    'members/delete-guardians': {
      params: [memberIds: readonly (string | null)[]]
      row: {}
    }
    'members/end-places': {
      params: [clubId: string, memberIds: readonly (string | null)[], toDate: string, id: string | null, changeSetId: string, id7: string | null]
      row: {
        group_id: string
        member_id: string
      }
    }
    'members/find-club-of-administrator-and-member': {
      params: [userId: string, param3: string]
      row: {}
    }
    'members/find-duplicate': {
      params: [clubId: string, dob: string, param4: string, memberId: string]
      row: {}
    }
    'members/find-members-born-on': {
      params: [dob: string]
      row: {
        id: string
        firstname: string
        lastname: string
        ngo_id: string
      }
    }
    'members/hold-records': {
      params: [param2: readonly (string | null)[]]
      row: {
        pg_advisory_xact_lock_shared: string | null
      }
    }
    'members/insert-club-members': {
      params: [param2: JsonParam, inactiveSince: Date | null]
      row: {
        client_id: string
      }
    }
    'members/insert-guardians': {
      params: [param2: JsonParam]
      row: {
        client_id: string
      }
    }
    'members/insert-member-schemes': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'members/insert-members': {
      params: [param2: JsonParam]
      row: {
        client_id: string
      }
    }
    'members/list-attendance': {
      params: [clubId: string, memberId: string, limit: number, offset: number]
      row: {
        entries: JsonColumn
        total: number
      }
    }
    'members/list-clubs-of-members': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        club_id: string
        member_id: string
      }
    }
    'members/list-filtered-members': {
      params: [clubId: string, lastDate: string, status: string | null, dob: string | null, dob6: string | null, category: string | null, tagss: string | null, param9: boolean, param10: boolean, param11: boolean, groupId: string | null, param13: string | null, param14: readonly (string | null)[], limit: number, offset: number, param17: boolean, param18: boolean]
      row: {
        json: string
        total: number
      }
    }
    'members/list-guardians-to-invite': {
      params: [clubId: string, param3: readonly (string | null)[]]
      row: {
        member_id: string
        firstname: string
        lastname: string
        guardian_firstname: string | null
        guardian_lastname: string | null
        email: string | null
        state: 'inactive' | 'no_email' | 'linked' | 'invited' | 'closed' | 'open'
      }
    }
    'members/list-ids-of-members': {
      params: [clubId: string, lastDate: string, status: string | null, dob: string | null, dob6: string | null, category: string | null, tagss: string | null, param9: boolean, param10: boolean, param11: boolean, groupId: string | null, param13: string | null, param14: readonly (string | null)[]]
      row: {
        id: string
        guardians: number
      }
    }
    'members/list-keys-of-members': {
      params: [memberIds: readonly (string | null)[], clubId: string]
      row: {
        kind: 'member' | 'result' | 'conflict' | 'register'
        key: string
      }
    }
    'members/list-log': {
      params: [clubId: string, memberId: string, limit: number, offset: number, param6: number, title: string]
      row: {
        entries: JsonColumn
        total: number
      }
    }
    'members/list-members': {
      params: [clubId: string, lastDate: string, status: string | null, limit: number, offset: number, param7: boolean, param8: boolean]
      row: {
        json: string
        total: number
      }
    }
    'members/list-members-for-file': {
      params: [clubId: string, lastDate: string, param4: readonly (string | null)[]]
      row: {
        member: JsonColumn
        age: number | null
        groups: string[]
      }
    }
    'members/list-members-of-client': {
      params: [param2: string, clubId: string | null, status: string | null, param5: readonly (string | null)[], limit: number, offset: number]
      row: {
        json: string
        total: number
      }
    }
    'members/list-scheme-ids': {
      params: []
      row: {
        id: string
      }
    }
    'members/list-some-numbers': {
      params: []
      row: {
        ngo_id: string
      }
    }
    'members/list-tags-by-use': {
      params: [clubId: string, memberId: string | null]
      row: {
        tag: string
      }
    }
    'members/lock-club-for-entering': {
      params: [param1: string]
      row: {
        pg_advisory_xact_lock_shared: string | null
      }
    }
    'members/lock-member': {
      params: [clubId: string, id: string]
      row: {}
    }
    'members/lock-member-schemes': {
      params: [param2: readonly (string | null)[], param3: readonly (string | null)[]]
      row: {}
    }
    'members/lock-member-with-number': {
      params: [id: string]
      row: {}
    }
    'members/lock-members-of-club': {
      params: [clubId: string, memberIds: readonly (string | null)[]]
      row: {
        id: string
        status: 'inactive' | 'active'
        tags: string[]
      }
    }
    'members/lock-members-to-invite-for': {
      params: [clubId: string, memberIds: readonly (string | null)[]]
      row: {}
    }
    'members/read-detail': {
      params: [clubId: string, memberId: string, toDate: string]
      row: {
        detail: JsonColumn
      }
    }
    'members/read-editable-fields': {
      params: [clubId: string, memberId: string]
      row: {
        fields: JsonColumn
      }
    }
    'members/read-member-of-client': {
      params: [fromDate: string, id: string, name: string]
      row: {
        member: JsonColumn
      }
    }
    'members/read-types-of-club': {
      params: [id: string]
      row: {
        member_types: string[]
      }
    }
    'members/record-changes': {
      params: [changeSetId: string, param3: readonly (string | null)[], param4: readonly (JsonParam | null)[], param5: readonly (JsonParam | null)[]]
      row: {
        client_id: string
      }
    }
    'members/restore-members': {
      params: [clubId: string, changeSetId: string, memberIds: readonly (string | null)[], inactiveSince: Date | null]
      row: {}
    }
    'members/sign-notes': {
      params: [memberIds: readonly (string | null)[], noteBy: string | null, noteAt: Date | null, clubId: string | null]
      row: {}
    }
    'members/unlink-parent': {
      params: [userId: string, param3: string]
      row: {}
    }
    'members/update-club-members': {
      params: [param2: JsonParam, param3: readonly (string | null)[], clubId: string, inactiveSince: Date | null]
      row: {}
    }
    'members/update-members': {
      params: [param2: JsonParam, param3: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'members/write-words': {
      params: [memberIds: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
  }
}
