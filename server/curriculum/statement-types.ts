// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.
export {}

declare module '#server/platform/sql/statement.ts' {
  interface StatementTypes {
    'curriculum/add-grades-of-source': {
      params: [schemeId: string, schemeId3: string, grades: readonly (number | null)[]]
      row: {}
    }
    'curriculum/answer-subscription': {
      params: [schemeId: string, subscriberId: string, approved: boolean, decidedAt: Date]
      row: {}
    }
    'curriculum/clear-origin-of-nodes': {
      params: [schemeId: string, originRoot: string]
      row: {}
    }
    'curriculum/copy-published-file': {
      params: [createdAt: Date, clientId3: string, schemeId: string, fileId: string]
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
    'curriculum/delete-settings-of-scheme': {
      params: [schemeId: string]
      row: {}
    }
    'curriculum/delete-tag': {
      params: [id: string]
      row: {}
    }
    'curriculum/end-subscription': {
      params: [ownerId: string, ownerSchemeId: string, endedAt: Date | null]
      row: {}
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
      row: {}
    }
    'curriculum/find-subscription-of-client': {
      params: [clientId: string, ownerSchemeId: string]
      row: {}
    }
    'curriculum/forget-published-files': {
      params: [schemeId: string, fileIds: readonly (string | null)[]]
      row: {}
    }
    'curriculum/insert-grade-versions': {
      params: [schemeId: string, param3: JsonParam]
      row: {}
    }
    'curriculum/insert-label-set': {
      params: [id: string, name: string, labels: JsonParam]
      row: {}
    }
    'curriculum/insert-mirror': {
      params: [schemeId: string, nodeId: string, originSchemeId: string, originNodeId: string]
      row: {}
    }
    'curriculum/insert-published-files': {
      params: [schemeId: string, ids: readonly (string | null)[]]
      row: {}
    }
    'curriculum/insert-published-revision': {
      params: [schemeId: string, number: number, revision: number, notes: string, content: JsonParam, publishedAt: Date]
      row: {}
    }
    'curriculum/insert-settings-of-scheme': {
      params: [schemeId: string, param3: JsonParam]
      row: {}
    }
    'curriculum/insert-tag': {
      params: [id: string, name: string]
      row: {}
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
    'curriculum/list-own-files-of-published': {
      params: [clientId2: string, schemeId: string]
      row: {
        theirs: string
        ours: string | null
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
    'curriculum/list-schemes-of-copies': {
      params: [schemeId: string, nodeId: string]
      row: {
        scheme_id: string
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
    'curriculum/list-upstream-schemes': {
      params: [schemeId: string]
      row: {
        id: string
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
        followed: number | null
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
    'curriculum/lock-name-of-tag': {
      params: [param1: string]
      row: {
        pg_advisory_xact_lock: string | null
      }
    }
    'curriculum/lock-scheme-with-settings': {
      params: [slug: string]
      row: {
        id: string
        slug: string
        name: JsonColumn
        languages: string[]
        revision: number
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
      row: {}
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
        content: JsonColumn
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
        published: boolean
        own: boolean
        grades: JsonColumn
        sections: JsonColumn
        videos: JsonColumn
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
    'curriculum/relink-mirror': {
      params: [originSchemeId: string, originNodeId: string, schemeId: string, nodeId: string]
      row: {}
    }
    'curriculum/relink-nodes-of-copy': {
      params: [schemeId: string | null, originRoot: string, schemeId4: string, originRoot5: string]
      row: {}
    }
    'curriculum/rename-tag': {
      params: [id: string, name: string]
      row: {}
    }
    'curriculum/request-subscription': {
      params: [ownerId: string, ownerSchemeId: string, message: string, askedAt: Date]
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
    'curriculum/set-next-relinked-revision': {
      params: [id: string]
      row: {
        revision: number
      }
    }
    'curriculum/set-origin-of-copy': {
      params: [id: string, originClientId: string | null, originSchemeId: string | null, originLanguages: readonly string[] | null, followed: number | null]
      row: {}
    }
    'curriculum/set-scheme-published': {
      params: [id: string]
      row: {}
    }
    'curriculum/set-subscription-followed': {
      params: [ownerId: string, ownerSchemeId: string, followed: number | null]
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
  }
}
