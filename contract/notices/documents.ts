import { Type, type Static } from 'typebox'
import { MAX_CLUBS } from '#domain/tenants/max-clubs.ts'
import { Flag, FlagNumber, Line, strict, Uuid } from '#contract/platform/fields.ts'
import { StoredFile } from '#contract/platform/files.ts'
import { paging, Search } from '#contract/platform/lists.ts'

export const DocumentFolder = Type.Union([Type.Literal('document-policy'), Type.Literal('document-additional')])
export type DocumentFolder = Static<typeof DocumentFolder>

export const DocumentSort = Type.Union([
  Type.Literal('adescription'),
  Type.Literal('ddescription'),
  Type.Literal('aupdated'),
  Type.Literal('dupdated'),
])
export type DocumentSort = Static<typeof DocumentSort>

/** Lists documents [7.40]. */
export const DocumentsQuery = Type.Object(
  {
    ...paging,
    folder: Type.Optional(DocumentFolder),
    with_clubs: Type.Optional(Flag),
    /** 1: with who confirmed the newest version (`logs`); an administrator sees only users of the own club. */
    with_logs: Type.Optional(Flag),
    /** 1: with the number of confirmations by club, which the API calls `legs`. */
    with_legs: Type.Optional(Flag),
    /** 1: with the number of confirmations of all clubs of a document together (`counts`). */
    with_counts: Type.Optional(Flag),
    /** 1: only documents for the club of the session, which is always so for administrators. */
    restrict_by_club: Type.Optional(Flag),
    sort: Type.Optional(DocumentSort),
    search: Type.Optional(Search),
  },
  strict,
)
export type DocumentsQuery = Static<typeof DocumentsQuery>

const ClubName = Type.Object({ id: Type.String(), name: Type.String() })

/** A document in a list [3.17]. */
export const ListedDocument = Type.Object({
  id: Type.String(),
  folder: DocumentFolder,
  description: Type.String(),
  version: Type.Integer(),
  /** Unix seconds. */
  updated_ts: Type.Integer(),
  file: StoredFile,
  /** 1: the caller has confirmed the newest version. */
  read: FlagNumber,
  clubs: Type.Optional(Type.Array(ClubName)),
  /** Who confirmed the newest version, and when. */
  logs: Type.Optional(
    Type.Array(
      Type.Object({
        user_uuid: Type.String(),
        firstname: Type.String(),
        lastname: Type.String(),
        club_id: Type.String(),
        read_ts: Type.Integer(),
      }),
    ),
  ),
  /** By club: how many of its administrators (`total`) have confirmed the newest version (`read`). */
  legs: Type.Optional(
    Type.Array(
      Type.Object({ club_id: Type.String(), name: Type.String(), read: Type.Integer(), total: Type.Integer() }),
    ),
  ),
  /** The same for all clubs of the document together, with their number. */
  counts: Type.Optional(Type.Object({ clubs: Type.Integer(), read: Type.Integer(), total: Type.Integer() })),
})
export type ListedDocument = Static<typeof ListedDocument>

/** The clubs that a document is for, at least one [5.20]. */
const ClubIds = Type.Array(Uuid, { minItems: 1, maxItems: MAX_CLUBS, uniqueItems: true })

export const NewDocumentBody = Type.Object(
  { folder: DocumentFolder, description: Line, file_id: Uuid, club_ids: ClubIds },
  strict,
)
export type NewDocumentBody = Static<typeof NewDocumentBody>

/** Changes only the given fields. Another `file_id` makes a new version, which nobody has confirmed yet. */
export const DocumentPatch = Type.Partial(NewDocumentBody, { ...strict, minProperties: 1 })
export type DocumentPatch = Static<typeof DocumentPatch>

export const DocumentDetail = Type.Object({
  id: Type.String(),
  folder: DocumentFolder,
  description: Type.String(),
  version: Type.Integer(),
  revision: Type.String(),
  versions: Type.Array(
    Type.Object({ version: Type.Integer(), file: StoredFile, by: Type.String(), created_ts: Type.Integer() }),
  ),
  clubs: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      /** The club's administrators, and when each confirmed the newest version. */
      people: Type.Array(
        Type.Object({
          uuid: Type.String(),
          firstname: Type.String(),
          lastname: Type.String(),
          read_ts: Type.Union([Type.Integer(), Type.Null()]),
        }),
      ),
    }),
  ),
})
export type DocumentDetail = Static<typeof DocumentDetail>

export const ReminderReply = Type.Object({
  /** The number of mails sent. Whoever was reminded within the last day is left out. */
  reminded: Type.Integer(),
})
export type ReminderReply = Static<typeof ReminderReply>
