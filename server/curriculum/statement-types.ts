// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'curriculum/add-grades-of-source': {
      params: [schemeId: string, schemeId3: string, grades: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'curriculum/add-language-of-scheme': {
      params: [id: string, param3: string]
      row: {}
    }
    'curriculum/add-pass-grades': {
      params: [schemeId: string, param3: readonly (string | null)[], param4: readonly (number | null)[]]
      row: {
        client_id: string
      }
    }
    'curriculum/add-video': {
      params: [schemeId: string, name: string, url: string, poster: string | null]
      row: {
        id: number
        name: string
        url: string
        poster: string | null
      }
    }
    'curriculum/answer-subscription': {
      params: [schemeId: string, subscriberId: string, approved: boolean, decidedAt: Date]
      row: {}
    }
    'curriculum/begin-working-copy': {
      params: [id: string, schemeId: string, baseRevision: number, begunBy: string, begunAt: Date]
      row: {}
    }
    'curriculum/clear-origin-of-nodes': {
      params: [schemeId: string, originRoot: string]
      row: {}
    }
    'curriculum/copy-published-file': {
      params: [createdAt: Date, clientId3: string, schemeId: string, fileId: string]
      row: {
        client_id: string
      }
    }
    'curriculum/count-batches-of-copy-before': {
      params: [copyId: string, param3: number]
      row: {
        count: number
      }
    }
    'curriculum/count-nodes-of-scheme': {
      params: [id: string]
      row: {
        slug: string
        nodes: number
      }
    }
    'curriculum/delete-batches-of-copy': {
      params: [copyId: string]
      row: {}
    }
    'curriculum/delete-grades': {
      params: [schemeId: string]
      row: {}
    }
    'curriculum/delete-label-set': {
      params: [id: string]
      row: {}
    }
    'curriculum/delete-mirror': {
      params: [schemeId: string, nodeId: string]
      row: {}
    }
    'curriculum/delete-nodes': {
      params: [schemeId: string, ids: readonly (string | null)[], deletedAt: Date | null]
      row: {}
    }
    'curriculum/delete-old-uses-of-files': {
      params: [param2: string, param3: JsonParam]
      row: {}
    }
    'curriculum/delete-sections': {
      params: [schemeId: string]
      row: {}
    }
    'curriculum/delete-settings-of-scheme': {
      params: [schemeId: string]
      row: {}
    }
    'curriculum/delete-tag': {
      params: [id: string]
      row: {}
    }
    'curriculum/delete-unused-section': {
      params: [schemeId: string, id: number]
      row: {}
    }
    'curriculum/delete-unused-video': {
      params: [schemeId: string, id: number]
      row: {
        id: number
        name: string
        url: string
        poster: string | null
      }
    }
    'curriculum/end-subscription': {
      params: [ownerId: string, ownerSchemeId: string, endedAt: Date | null]
      row: {}
    }
    'curriculum/end-working-copy': {
      params: [id: string, endedBy: string | null, endedAt: Date | null, releasedRevision: number | null]
      row: {}
    }
    'curriculum/find-ended-working-copy': {
      params: [schemeId: string]
      row: {
        id: string
        released: boolean
        ts: number
        by: string
      }
    }
    'curriculum/find-last-edits-without-undo': {
      params: [schemeId: string]
      row: {
        revision: number
      }
    }
    'curriculum/find-last-move-of-step': {
      params: [schemeId: string, step: number]
      row: {
        forward: boolean
      }
    }
    'curriculum/find-last-move-of-step-of-copy': {
      params: [copyId: string, param3: number]
      row: {
        forward: boolean
      }
    }
    'curriculum/find-open-request': {
      params: [ownerId: string, ownerSchemeId: string]
      row: {
        client_name: string
        message: string
        asked_at: Date
      }
    }
    'curriculum/find-other-label-set-with-name': {
      params: [name: string, id: string]
      row: {}
    }
    'curriculum/find-other-tag-with-name': {
      params: [param2: string, id: string]
      row: {}
    }
    'curriculum/find-published-scheme': {
      params: [clientId2: string, schemeId: string]
      row: {
        subscriber: string
      }
    }
    'curriculum/find-relinked-scheme': {
      params: [id: string, relinkedRevision: number]
      row: {}
    }
    'curriculum/find-scheme': {
      params: [slug: string]
      row: {
        id: string
        slug: string
        name: JsonColumn
        languages: string[]
        revision: number
        epoch: string | null
        foreign: boolean
      }
    }
    'curriculum/find-subscription-of-client': {
      params: [clientId: string, ownerSchemeId: string]
      row: {}
    }
    'curriculum/find-working-copy': {
      params: [schemeId: string]
      row: {
        id: string
        base_revision: number
        revision: number
        begun_at: Date
        begun_by: string
      }
    }
    'curriculum/finish-import': {
      params: [id: string, doneAt: Date | null]
      row: {}
    }
    'curriculum/forget-published-files': {
      params: [schemeId: string, fileIds: readonly (string | null)[]]
      row: {}
    }
    'curriculum/hide-scheme-during-import': {
      params: [id: string, deletedAt: Date | null]
      row: {}
    }
    'curriculum/insert-batch-of-copy': {
      params: [copyId: string, revision: number, liveRevision: number, userId: string, edits: JsonParam, undo: JsonParam, param8: number, param9: boolean, at: Date]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-changed-grades': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-edits': {
      params: [schemeId: string, revision: number, userId: string, edits: JsonParam, undo: JsonParam | null, step: number, param8: boolean, at: Date]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-grade-versions': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-grades': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-import': {
      params: [id: string, schemeId: string, file: JsonParam | null]
      row: {}
    }
    'curriculum/insert-label-set': {
      params: [id: string, name: string, labels: JsonParam]
      row: {}
    }
    'curriculum/insert-linked-update': {
      params: [schemeId: string, revision: number, edits: JsonParam | null, undo: JsonParam, userId: string | null, at: Date]
      row: {}
    }
    'curriculum/insert-mirror': {
      params: [schemeId: string, nodeId: string, originSchemeId: string, originNodeId: string]
      row: {}
    }
    'curriculum/insert-nodes': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-ordered-sections': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-published-files': {
      params: [schemeId: string, ids: readonly (string | null)[]]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-published-revision': {
      params: [schemeId: string, number: number, revision: number, notes: string, content: JsonParam, publishedAt: Date]
      row: {}
    }
    'curriculum/insert-scheme': {
      params: [id: string, slug: string, name: JsonParam, languages: readonly string[]]
      row: {}
    }
    'curriculum/insert-sections': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-settings-of-scheme': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-tag': {
      params: [id: string, name: string]
      row: {}
    }
    'curriculum/insert-uses-of-files': {
      params: [param2: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/insert-videos': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/keep-earlier-grades': {
      params: [schemeId: string, param3: JsonParam, param4: JsonParam, until: number]
      row: {
        client_id: string
      }
    }
    'curriculum/keep-languages-of-nodes': {
      params: [schemeId: string, originLanguages: readonly (string | null)[]]
      row: {}
    }
    'curriculum/list-batches-of-copy': {
      params: [copyId: string]
      row: {
        revision: number
        liveRevision: number
        step: number
        forward: boolean
        edits: JsonColumn
        undo: JsonColumn
        at: Date
        by: string
      }
    }
    'curriculum/list-batches-of-copy-since': {
      params: [copyId: string, param3: number]
      row: {
        revision: number
        by: string
        byName: string
        edits: JsonColumn
        step: number
        forward: boolean
      }
    }
    'curriculum/list-catalogue': {
      params: []
      row: {
        client_id: string
        client_name: string
        scheme_uuid: string
        names: JsonColumn
        languages: string[]
        levels: number
        skills: number
        number: number
        notes: string
        published_at: Date | null
        published: boolean
        state: 'none' | 'ended' | 'subscribed' | 'declined' | 'asked'
        slug: string | null
        followed: number | null
      }
    }
    'curriculum/list-edits-of-node': {
      params: [schemeId: string, param3: string | null]
      row: {
        by: string
        byName: string
        edits: JsonColumn
        at: Date
      }
    }
    'curriculum/list-edits-since': {
      params: [schemeId: string, revision: number]
      row: {
        revision: number
        by: string
        byName: string
        edits: JsonColumn
        step: number | null
        forward: boolean
      }
    }
    'curriculum/list-existing-files': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
      }
    }
    'curriculum/list-existing-sources': {
      params: [schemeIds: readonly (string | null)[], ids: readonly (string | null)[]]
      row: {
        scheme: string
        id: string
      }
    }
    'curriculum/list-files-with-kinds': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        kind: 'video' | 'picture' | 'file'
      }
    }
    'curriculum/list-grades': {
      params: [schemeId: string]
      row: {
        grade: number
        pass: number
        labels: JsonColumn | null
        until: number | null
      }
    }
    'curriculum/list-grades-to-edit': {
      params: [schemeId: string]
      row: {
        grade: number
        pass: number
        labels: JsonColumn | null
      }
    }
    'curriculum/list-grades-with-uses': {
      params: [schemeId: string]
      row: {
        scale: JsonColumn
      }
    }
    'curriculum/list-held-mirrors': {
      params: [schemeId: string]
      row: {
        node_id: string
      }
    }
    'curriculum/list-history': {
      params: [schemeId: string, revision: number | null]
      row: {
        revision: number
        step: number
        forward: boolean
        edits: JsonColumn
        undo: JsonColumn
        name: string | null
        by: string
        byName: string
        at: Date
        linked: boolean
        release: boolean
      }
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
    'curriculum/list-levels': {
      params: [param2: boolean]
      row: {
        key: string
        scheme_id: string
        node_id: string
        parent_id: string | null
        title: JsonColumn
        scheme: JsonColumn
      }
    }
    'curriculum/list-live-batches-since': {
      params: [schemeId: string, revision: number]
      row: {
        revision: number
        undo: JsonColumn | null
      }
    }
    'curriculum/list-live-revisions': {
      params: [ids: readonly (string | null)[]]
      row: {
        id: string
        revision: number
        epoch: string | null
      }
    }
    'curriculum/list-mirrors': {
      params: []
      row: {
        scheme_id: string
        node_id: string
        origin_scheme_id: string
        origin_node_id: string
        frozen: boolean
        kept: string | null
        origin_slug: string
        origin_names: JsonColumn
      }
    }
    'curriculum/list-missing-files': {
      params: [clientId2: string, schemeId: string]
      row: {
        file_id: string
        variants: number[]
      }
    }
    'curriculum/list-next-subscribers': {
      params: [ownerSchemeId: string, clientId3: string]
      row: {
        subscriber: string
        approved: boolean
        decided_at: Date
        name: JsonColumn
        client: string
      }
    }
    'curriculum/list-nodes': {
      params: [schemeId: string]
      row: {
        id: string
        parent_id: string | null
        t: 'l' | 'sg' | 's'
        grade: number | null
        group_value: string | null
        completion_ids: string[] | null
        completion_count: number | null
        completion_type: 'automated' | 'manual'
        required_ids: string[]
        hidden: boolean
        skipped: boolean
        starred: boolean
        origin_root: string | null
        title: JsonColumn
        content: JsonColumn
        videos: number[]
      }
    }
    'curriculum/list-nodes-by-id': {
      params: [id: string, ids: readonly (string | null)[]]
      row: {
        revision: number
        source: string | null
        followed_id: string | null
        followed_languages: string[] | null
        origin_scheme_id: string | null
        origin_node_id: string | null
        origin_root: string | null
        origin_languages: string[] | null
        pins: JsonColumn
        id: string
        parent_id: string | null
        t: 'l' | 'sg' | 's'
        title: JsonColumn
        grade: number | null
        group_value: string | null
        completion_ids: string[] | null
        completion_count: number | null
        completion_type: 'automated' | 'manual'
        required_ids: string[]
        hidden: boolean
        skipped: boolean
        starred: boolean
        content: JsonColumn
        videos: number[]
        external_id: string | null
        deleted: boolean
      }
    }
    'curriculum/list-nodes-of-tree': {
      params: [id: string]
      row: {
        revision: number
        source: string | null
        followed_id: string | null
        followed_languages: string[] | null
        origin_scheme_id: string | null
        origin_node_id: string | null
        origin_root: string | null
        origin_languages: string[] | null
        pins: JsonColumn
        id: string
        parent_id: string | null
        t: 'l' | 'sg' | 's'
        title: JsonColumn
        grade: number | null
        group_value: string | null
        completion_ids: string[] | null
        completion_count: number | null
        completion_type: 'automated' | 'manual'
        required_ids: string[]
        hidden: boolean
        skipped: boolean
        starred: boolean
        content: JsonColumn
        videos: number[]
        external_id: string | null
        deleted: boolean
      }
    }
    'curriculum/list-nodes-with-video': {
      params: [schemeId: string, videoss: number]
      row: {
        id: string | null
      }
    }
    'curriculum/list-own-files-of-published': {
      params: [clientId2: string, schemeId: string]
      row: {
        theirs: string
        ours: string | null
      }
    }
    'curriculum/list-own-steps': {
      params: [schemeId: string, userId: string]
      row: {
        step: number
        revision: number
        forward: boolean
        undo: JsonColumn
      }
    }
    'curriculum/list-own-steps-of-copy': {
      params: [copyId: string, userId: string]
      row: {
        step: number
        made: number
        at_revision: number
        forward: boolean
        undo: JsonColumn
      }
    }
    'curriculum/list-published-revisions': {
      params: [schemeId: string]
      row: {
        number: number
        notes: string
        published_at: Date
      }
    }
    'curriculum/list-scheme-facts': {
      params: []
      row: {
        id: string
        levels: number
        skills: number
        members: number
        changed_ts: number | null
        changed_by: string | null
        published_ts: number | null
        changes_since: number
        changes_since_release: number
        followed: number | null
      }
    }
    'curriculum/list-schemes': {
      params: [name: string, published: boolean | null, slugs: readonly (string | null)[] | null, param5: boolean]
      row: {
        scheme: JsonColumn
      }
    }
    'curriculum/list-schemes-of-clubs': {
      params: [clubIds: readonly (string | null)[]]
      row: {
        slug: string
      }
    }
    'curriculum/list-schemes-of-copies': {
      params: [schemeId: string, nodeId: string]
      row: {
        scheme_id: string
      }
    }
    'curriculum/list-sections': {
      params: [schemeId: string, name: string]
      row: {
        section: JsonColumn
      }
    }
    'curriculum/list-sections-to-edit': {
      params: [schemeId: string]
      row: {
        id: number
        name: JsonColumn
        type: string
        visibility: 'all' | 'coach' | 'author'
      }
    }
    'curriculum/list-sections-with-uses': {
      params: [schemeId: string]
      row: {
        section: JsonColumn
      }
    }
    'curriculum/list-shown-videos': {
      params: [schemeId: string]
      row: {
        id: number
        name: string
        url: string
        poster: string | null
      }
    }
    'curriculum/list-similar-slugs': {
      params: [slug: string, slug3: string]
      row: {
        slug: string
      }
    }
    'curriculum/list-skills': {
      params: [param2: boolean]
      row: {
        key: string
        scheme_id: string
        node_id: string
        title: JsonColumn
        level: JsonColumn | null
        scheme: JsonColumn
        kind: number | null
        pass: number | null
        labels: JsonColumn | null
      }
    }
    'curriculum/list-steps-of-copy': {
      params: [copyId: string]
      row: {
        revision: number
        step: number
        forward: boolean
      }
    }
    'curriculum/list-subscribers': {
      params: [ownerSchemeId: string | null]
      row: {
        client_id: string
        client_name: string
        scheme_slug: string
        name: JsonColumn
        languages: string[]
        state: 'none' | 'ended' | 'subscribed' | 'declined' | 'asked'
        message: string
        asked_at: Date
        followed: number | null
      }
    }
    'curriculum/list-tags': {
      params: [param2: string | null, limit: number, offset: number]
      row: {
        list: JsonColumn
        total: number
      }
    }
    'curriculum/list-undos-since': {
      params: [schemeId: string, revision: number]
      row: {
        revision: number
        undo: JsonColumn | null
        linked: boolean
      }
    }
    'curriculum/list-upstream-schemes': {
      params: [schemeId: string]
      row: {
        id: string
      }
    }
    'curriculum/list-videos': {
      params: [schemeId: string]
      row: {
        id: number
        name: string
        url: string
        poster: string | null
      }
    }
    'curriculum/list-videos-with-uses': {
      params: [schemeId: string, title: string]
      row: {
        id: number
        name: string
        url: string
        poster: string | null
        uses: JsonColumn
      }
    }
    'curriculum/lock-copies-of-node': {
      params: [originSchemeId: string, originNodeId: string]
      row: {
        scheme_id: string
        node_id: string
        origin_scheme_id: string
        origin_node_id: string
        frozen: boolean
        kept: string | null
      }
    }
    'curriculum/lock-copy-of-scheme': {
      params: [originClientId: string, originSchemeId: string]
      row: {
        id: string
        slug: string
        revision: number
        languages: string[]
        followed: number | null
        calculated_hash: string | null
        deleted: boolean
      }
    }
    'curriculum/lock-label-set': {
      params: [id: string]
      row: {
        name: string
        labels: JsonColumn
      }
    }
    'curriculum/lock-mirror': {
      params: [schemeId: string, nodeId: string]
      row: {
        scheme_id: string
        node_id: string
        origin_scheme_id: string
        origin_node_id: string
        frozen: boolean
        kept: string | null
      }
    }
    'curriculum/lock-name-of-edits': {
      params: [schemeId: string, revision: number]
      row: {
        name: string | null
      }
    }
    'curriculum/lock-name-of-label-set': {
      params: [param2: string]
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'curriculum/lock-name-of-scheme': {
      params: [slug: string]
      row: {
        id: string
        name: JsonColumn
        languages: string[]
        foreign: boolean
      }
    }
    'curriculum/lock-name-of-tag': {
      params: [param1: string]
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'curriculum/lock-open-import': {
      params: [id: string]
      row: {
        scheme_id: string
        file: JsonColumn
      }
    }
    'curriculum/lock-own-files': {
      params: [param2: JsonParam]
      row: {
        file: string
        kind: string | null
        key: string | null
      }
    }
    'curriculum/lock-scheme': {
      params: [slug: string]
      row: {
        id: string
        revision: number
        foreign: boolean
        grades: JsonColumn
      }
    }
    'curriculum/lock-scheme-to-set-state': {
      params: [slug: string]
      row: {}
    }
    'curriculum/lock-scheme-with-settings': {
      params: [slug: string]
      row: {
        id: string
        slug: string
        name: JsonColumn
        languages: string[]
        revision: number
        state: 'draft' | 'released' | 'retired'
        published: boolean
        own: boolean
        grades: JsonColumn
        sections: JsonColumn
        videos: JsonColumn
      }
    }
    'curriculum/lock-schemes': {
      params: [ids: readonly (string | null)[]]
      row: {}
    }
    'curriculum/lock-slugs': {
      params: []
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'curriculum/lock-subscription': {
      params: [ownerId: string, ownerSchemeId: string]
      row: {}
    }
    'curriculum/lock-tag': {
      params: [id: string]
      row: {
        name: string
      }
    }
    'curriculum/put-in-catalogue': {
      params: [schemeId: string, slug: string, name: JsonParam, languages: readonly string[], number: number, notes: string, levels: number, skills: number, publishedAt: Date]
      row: {
        client_id: string
      }
    }
    'curriculum/read-calculated-hash': {
      params: [id: string]
      row: {
        hash: string | null
      }
    }
    'curriculum/read-content-of-revision': {
      params: [clientId2: string, schemeId: string, number: number]
      row: {
        content: JsonColumn
      }
    }
    'curriculum/read-languages-of-scheme': {
      params: [id: string]
      row: {
        languages: string[]
      }
    }
    'curriculum/read-last-numbers-in-edits': {
      params: [schemeId: string]
      row: {
        section: number
        video: number
      }
    }
    'curriculum/read-last-section': {
      params: [schemeId: string]
      row: {
        last: number
      }
    }
    'curriculum/read-live-revision': {
      params: [id: string]
      row: {
        revision: number
        source: string | null
        epoch: string | null
      }
    }
    'curriculum/read-mirror': {
      params: [schemeId: string, nodeId: string]
      row: {
        scheme_id: string
        node_id: string
        origin_scheme_id: string
        origin_node_id: string
        frozen: boolean
        kept: string | null
      }
    }
    'curriculum/read-name-of-author': {
      params: [id: string]
      row: {
        firstname: string
        lastname: string
      }
    }
    'curriculum/read-name-of-published': {
      params: [id: string]
      row: {
        name: JsonColumn
      }
    }
    'curriculum/read-newest-revision': {
      params: [schemeId: string]
      row: {
        number: number
        content: JsonColumn
      }
    }
    'curriculum/read-revision-to-follow': {
      params: [clientId2: string, schemeId: string]
      row: {
        number: number
        published_at: Date
      }
    }
    'curriculum/read-scheme-by-id': {
      params: [id: string]
      row: {
        id: string
        slug: string
        name: JsonColumn
        languages: string[]
        revision: number
        state: 'draft' | 'released' | 'retired'
        published: boolean
        own: boolean
        grades: JsonColumn
        sections: JsonColumn
        videos: JsonColumn
      }
    }
    'curriculum/read-scheme-by-slug': {
      params: [slug: string]
      row: {
        id: string
        slug: string
        name: JsonColumn
        languages: string[]
        revision: number
        state: 'draft' | 'released' | 'retired'
        published: boolean
        own: boolean
        grades: JsonColumn
        sections: JsonColumn
        videos: JsonColumn
      }
    }
    'curriculum/read-scheme-to-edit': {
      params: [slug: string]
      row: {
        id: string
        name: JsonColumn
        languages: string[]
        own: boolean
      }
    }
    'curriculum/read-state-of-import': {
      params: [id: string]
      row: {
        slug: string
        done: number
        total: number | null
        state: 'running' | 'done' | 'failed'
      }
    }
    'curriculum/read-state-of-scheme': {
      params: [slug: string]
      row: {
        id: string
        state: 'draft' | 'released' | 'retired'
        published: boolean
        marks: boolean
        groups: boolean
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
    'curriculum/read-user-of-task': {
      params: [id: string]
      row: {
        by_user: string | null
      }
    }
    'curriculum/read-video': {
      params: [schemeId: string, id: number]
      row: {
        id: number
        name: string
        url: string
        poster: string | null
      }
    }
    'curriculum/record-pass-grades': {
      params: [schemeId: string]
      row: {
        client_id: string
      }
    }
    'curriculum/relink-mirror': {
      params: [originSchemeId: string, originNodeId: string, schemeId: string, nodeId: string]
      row: {}
    }
    'curriculum/relink-nodes-of-copy': {
      params: [schemeId: string | null, originRoot: string, schemeId4: string, originRoot5: string]
      row: {}
    }
    'curriculum/remove-from-catalogue': {
      params: [schemeId: string, withdrawnAt: Date | null]
      row: {}
    }
    'curriculum/remove-language-of-scheme': {
      params: [id: string, param3: string, title: string]
      row: {}
    }
    'curriculum/rename-scheme': {
      params: [id: string, name: JsonParam, languages: readonly string[]]
      row: {}
    }
    'curriculum/rename-tag': {
      params: [id: string, name: string]
      row: {}
    }
    'curriculum/repeat-request-for-subscription': {
      params: [ownerId: string, ownerSchemeId: string, clientName: string, message: string, askedAt: Date]
      row: {}
    }
    'curriculum/request-subscription': {
      params: [ownerId: string, ownerSchemeId: string, clientName: string, message: string, askedAt: Date]
      row: {}
    }
    'curriculum/set-calculated-rules': {
      params: [id: string, calculatedHash: string | null]
      row: {}
    }
    'curriculum/set-mirror-frozen': {
      params: [schemeId: string, nodeId: string, frozen: boolean]
      row: {}
    }
    'curriculum/set-mirror-kept': {
      params: [schemeId: string, nodeId: string, kept: string | null]
      row: {}
    }
    'curriculum/set-name-of-edits': {
      params: [schemeId: string, revision: number, name: string | null]
      row: {}
    }
    'curriculum/set-next-relinked-revision': {
      params: [id: string]
      row: {
        revision: number
      }
    }
    'curriculum/set-next-revision': {
      params: [id: string]
      row: {
        revision: number
      }
    }
    'curriculum/set-origin-of-copy': {
      params: [id: string, originClientId: string | null, originSchemeId: string | null, originLanguages: readonly string[] | null, followed: number | null]
      row: {}
    }
    'curriculum/set-revision': {
      params: [id: string, revision: number]
      row: {}
    }
    'curriculum/set-revision-of-copy': {
      params: [id: string, revision: number]
      row: {}
    }
    'curriculum/set-scheme-deleted': {
      params: [slug: string, deletedAt: Date | null]
      row: {
        id: string
        origin: string | null
      }
    }
    'curriculum/set-scheme-published': {
      params: [id: string]
      row: {}
    }
    'curriculum/set-scheme-unpublished': {
      params: [id: string]
      row: {}
    }
    'curriculum/set-state-of-scheme': {
      params: [id: string, state: string, stateAt: Date | null]
      row: {}
    }
    'curriculum/set-subscription-followed': {
      params: [ownerId: string, ownerSchemeId: string, followed: number | null]
      row: {}
    }
    'curriculum/show-imported-scheme': {
      params: [id: string]
      row: {}
    }
    'curriculum/update-copy-of-scheme': {
      params: [id: string, name: JsonParam, languages: readonly string[]]
      row: {}
    }
    'curriculum/update-label-set': {
      params: [id: string, name: string, labels: JsonParam]
      row: {}
    }
    'curriculum/update-video': {
      params: [schemeId: string, id: number, name: string, poster: string | null]
      row: {}
    }
    'curriculum/write-imported-video': {
      params: [schemeId: string, id: number, name: string, url: string, poster: string | null]
      row: {}
    }
    'curriculum/write-nodes': {
      params: [schemeId: string, param3: JsonParam]
      row: {
        client_id: string
      }
    }
    'curriculum/write-section': {
      params: [schemeId: string, id: number, name: JsonParam, type: string, visibility: string]
      row: {
        client_id: string
      }
    }
  }
}
