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
import type { AesKey, Locked } from './cipher.ts'

/** One edit made on this device. `pending` and `dead` wait; `acknowledged` is kept a week, for a server that lost it. */
export interface QueuedOperation extends Operation {
  /** Order of creation on this device. */
  seq: number
  state: 'pending' | 'dead' | 'acknowledged'
  /** Why the server refused it, when dead. */
  code: string | null
  /** How often the server answered `retry`. */
  tries: number
  createdAt: number
  settledAt: number | null
  /** A pull that began after the server's answer has brought what the server made of it. */
  seen: boolean
}

export type Setting =
  | {
      name: 'device'
      id: string
      seq: number
      clock: { ms: number; counter: number }
      serverOffset: number
      serverTime: number
      /** Of the server that took what is acknowledged; another one may be an older copy of it. Null before the first load. */
      epoch: string | null
    }
  /** Whose rows the cache holds, and up to where. */
  | { name: 'cache'; user: string; club: string; cursor: string; rev: number; loadedAt: number; syncedAt: number }
  /** The key of who is logged in, for text that waits; it cannot be exported, and goes with the session. */
  | { name: 'key'; user: string; key: AesKey }
  /** Of a coach who switched here by PIN: what they find again without network (`coach-vault.ts`). */
  | {
      name: `locker/${string}`
      user: string
      /** PINs tried since the last right one. */
      tries: number
      salt: Uint8Array<ArrayBuffer>
      /** The keys of the content and of what they write, closed by the PIN; null after five wrong ones. */
      secret: Locked | null
      /** What they had when they left; null while they are here. */
      content: Locked | null
      /** Their session's end, unix ms. */
      until: number
    }
  /** Encrypts the vault of the coach who is here. */
  | { name: 'open-locker'; user: string; key: AesKey }
  /** User → first name, of those who worked on this device. */
  | { name: 'authors'; names: Readonly<Record<string, string>> }

type CachedResult = ResultRow & { key: string }
type CachedConflict = Conflict & { key: string }
type CachedPlanGroup = LessonPlanGroup & { key: string }
type CachedGroupMember = GroupMember & { key: string }

/** One video or file: how much there is of it, and how many parts of it are here. */
export interface SavedFile {
  key: string
  kind: 'about'
  /** Slug of the scheme that it was saved for. */
  scheme: string
  bytes: number
  parts: number
  /** The server has it no more, or not for this coach. */
  gone: boolean
}

/** What the table `videos` holds. */
type SavedRow = SavedFile | { key: string; kind: 'part'; data: Blob }

/**
 * The device's database [3.20], version 8 [9.12]. `syncs` is the outbox and is never recreated by an upgrade; the
 * other tables are a cache that can be fetched again.
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
    // strict: "saved" is said only when the disk has it
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
