import { Dexie, type EntityTable, type Table } from 'dexie'
import type { Group } from '#contract/scheduling/groups.ts'
import type { LessonPlan, LessonPlanGroup } from '#contract/assessment/lesson-plans.ts'
import type {
  CoachMember,
  Conflict,
  GroupMember,
  Operation,
  RegisterRow,
  ResultRow,
} from '#contract/assessment/sync.ts'
import type { AesKey, Encrypted } from './cipher.ts'

/** A skill that was deleted: its title by language, and its grade kind. */
export interface GoneSkill {
  title: Readonly<Record<string, string>>
  kind: number | null
}

/**
 * One edit made on this device. `pending`: the server has not answered finally. `dead`: the server refused it and its
 * author must decide. `acknowledged`: the server has it; the device keeps it for a week and sends it again if the
 * server was restored from an older backup.
 */
export interface QueuedOperation extends Operation {
  /** Order of creation on this device. */
  seq: number
  state: 'pending' | 'dead' | 'acknowledged'
  /**
   * Why the server refused the edit (`dead`) or wants it sent again (`pending`); for an acknowledged edit null, or
   * `superseded` or `submitted` when the edit does not count.
   */
  code: string | null
  /** The deleted skill because of which the server refused a mark. */
  goneSkill?: GoneSkill
  /** How often the server answered `retry`. */
  tries: number
  /** Unix ms of the tap, and of the server's final answer. */
  createdAt: number
  settledAt: number | null
  /** A pull that began after the server's answer is complete, so the cache shows what the server made of the edit. */
  seen: boolean
}

/** The rows of the table `settings`, told apart by their name. */
export type Setting =
  /** This device: its id, its clock and what it knows of the server. */
  | {
      name: 'device'
      id: string
      /** The last sequence number given to an operation. */
      seq: number
      /** The hybrid logical clock of the last stamp. */
      clock: { ms: number; counter: number }
      /** The server's time minus the device's at the server's last answer, in ms. */
      serverOffset: number
      /** The server's time at its last answer, unix ms; 0 before the first one. */
      serverTime: number
      /**
       * Epoch of the server that acknowledged the operations here. A server with another epoch was restored from a
       * backup and may lack them. Null before the first load.
       */
      epoch: string | null
    }
  /**
   * The user and club whose rows the cache holds, and the cursor and the club's change counter (`rev`) up to which they
   * were pulled. `loadedAt` is the time of the last full load, `syncedAt` that of the last page, both in unix ms.
   */
  | { name: 'cache'; user: string; club: string; cursor: string; rev: number; loadedAt: number; syncedAt: number }
  /**
   * The key that encrypts waiting text of the user who is logged in. It cannot be exported and is deleted with the
   * session.
   */
  | { name: 'key'; user: string; key: AesKey }
  /** A coach's vault: what a coach who switched here by PIN finds again without network (`coach-vault.ts`). */
  | {
      name: `locker/${string}`
      user: string
      /** PINs entered since the last correct one. */
      tries: number
      salt: Uint8Array<ArrayBuffer>
      /** The keys of the content and of the coach's text, encrypted with the PIN; null after five wrong PINs. */
      secret: Encrypted | null
      /** The coach's cached rows, encrypted when they left the tablet; null while they use it. */
      content: Encrypted | null
      /** End of the coach's session, unix ms. */
      until: number
    }
  /** The key that encrypts the vault of the coach who uses the tablet now. */
  | { name: 'open-locker'; user: string; key: AesKey }
  /**
   * The ids of the members whose erasure emptied the vaults. In another epoch the server was restored from a backup and
   * may have given the device a member once more before it was erased again.
   */
  | { name: 'erased'; epoch: string; members: readonly string[] }
  /** First names of the users who worked on this device, by user id. */
  | { name: 'authors'; names: Readonly<Record<string, string>> }

export type CachedResult = ResultRow & { key: string }
type CachedConflict = Conflict & { key: string }
type CachedPlanGroup = LessonPlanGroup & { key: string }
type CachedGroupMember = GroupMember & { key: string }

/** One video or file: its size, and how many of its parts are saved on the device. */
export interface SavedFile {
  key: string
  kind: 'about'
  /** Slug of the scheme for which it was saved. */
  scheme: string
  bytes: number
  parts: number
  /** The server answered 404: the file was deleted, or this coach may not read it. */
  gone: boolean
}

/** A row of the table `videos`: a file's description (`about`), or the bytes of one part. */
type SavedRow = SavedFile | { key: string; kind: 'part'; data: Blob }

/**
 * The device's database [3.20], version 8 [9.12]. `syncs` is the outbox and is never recreated by an upgrade. The other
 * tables except `settings` can be fetched again.
 */
export class CoachDatabase extends Dexie {
  declare syncs: EntityTable<QueuedOperation, 'opId'>
  declare groups: EntityTable<Group, 'id'>
  declare members: EntityTable<CoachMember, 'uuid'>
  declare groupMembers: EntityTable<CachedGroupMember, 'key'>
  declare results: EntityTable<CachedResult, 'key'>
  declare conflicts: EntityTable<CachedConflict, 'key'>
  declare registers: EntityTable<RegisterRow, 'lane'>
  declare lessonPlans: EntityTable<LessonPlan, 'uuid'>
  declare lessonPlanGroups: EntityTable<CachedPlanGroup, 'key'>
  declare videos: Table<SavedRow, string>
  declare settings: Table<Setting, Setting['name']>

  constructor(name = 'rungs') {
    // with strict durability a transaction resolves only when the disk has the data, and only then the
    // screen says saved
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(8).stores({
      syncs: 'opId, seq, state',
      groups: 'id',
      members: 'uuid',
      groupMembers: 'key',
      results: 'key, memberUuid',
      conflicts: 'key',
      registers: 'lane',
      lessonPlans: 'uuid',
      lessonPlanGroups: 'key',
      videos: 'key',
      settings: 'name',
    })
  }

  async setting<N extends Setting['name']>(name: N): Promise<Extract<Setting, { name: N }> | undefined> {
    return (await this.settings.get(name)) as Extract<Setting, { name: N }> | undefined
  }
}
