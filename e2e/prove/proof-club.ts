import type pg from 'pg'
import { defaultFields } from '#domain/testing/author.ts'
import { addHostname, createClient } from '#server/tenants/clients/commands.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { createScheme, type NewNode } from '#server/curriculum/schemes/commands.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

export const CLIENT = 'proof'
export const COACH = 'coach@proof.example'
export const AUTHOR = 'author@proof.example'
export const PASSWORD = 'Right-horse-9'

/** In the audit log nobody has created these data. */
const NO_ACTOR = null

export interface ClubSize {
  members: number
  levels: number
  /** Skills in each level. */
  skills: number
  /** The number of groups, which have equally many members; the default is one. */
  groups?: number
}

/** A club with one coach, who has all groups, and with as many members and skills as a proof needs. */
export interface ProofClub {
  id: string
  /** The id of the coach's user. */
  coach: string
  /** The id of the first group; its members are the first of `members`. */
  group: string
  /** The id of the scheme. */
  scheme: string
  /** The ids of the members. */
  members: string[]
  /** The node ids of the skills. */
  nodes: string[]
}

/** A node of the scheme, whose title is the last part of its id. */
function newNode(id: string, t: NewNode['t'], parentId: string | null): NewNode {
  const title = { en: id.split('/').at(-1) ?? id }
  return {
    ...defaultFields,
    id,
    parentId,
    t,
    title,
    // the kind of grade with the grades 0 to 3
    grade: t === 's' ? 3 : null,
  }
}

/** The numbers from 1 to `count`. */
function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** Creates the client with its club, coach, author, scheme, members and groups. */
export async function createProofClub(owner: pg.Client, db: Database, size: ClubSize): Promise<ProofClub> {
  const levels = numbered(size.levels).map((level) => `/level-${level}`)
  const skills = levels.flatMap((level) =>
    numbered(size.skills).map((number) => ({ level, id: `${level}/skill-${number}` })),
  )
  const club: ProofClub = {
    id: crypto.randomUUID(),
    coach: crypto.randomUUID(),
    group: crypto.randomUUID(),
    scheme: crypto.randomUUID(),
    members: numbered(size.members).map(() => crypto.randomUUID()),
    nodes: skills.map((skill) => skill.id),
  }
  const passwordHash = await hashPassword(PASSWORD)
  await addHostname(owner, `coach.${CLIENT}.localhost`, CLIENT, 'coach')
  await addHostname(owner, `scheme.${CLIENT}.localhost`, CLIENT, 'scheme')
  await inTenant(db, CLIENT, 'write', async (tx) => {
    await createClient(tx, {
      id: CLIENT,
      name: 'Proof',
      authProvider: 'local',
      login: 'email',
      themeName: 'aquila',
      features: {
        ENABLE_ALL_SKILL_FIELDS: true,
        ENABLE_ADDITIONAL_ASSESSMENTS: true,
        CAN_ASSESS_IN_THE_PAST: true,
        MAX_PAST_DAYS_ATTENDANCE: 7,
      },
      languages: [{ languageId: 1, language: 'en-GB', active: true }],
      translations: {},
    })
    await createClub(tx, NO_ACTOR, {
      id: club.id,
      name: 'Harbour',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    const user = { username: null, passwordHash, firstname: 'Anna', lastname: 'Pritchard' }
    await createUser(tx, NO_ACTOR, { ...user, id: club.coach, type: 'coach', email: COACH, clubIds: [club.id] })
    const author = { ...user, id: crypto.randomUUID(), type: 'ngo', email: AUTHOR } as const
    await createUser(tx, NO_ACTOR, { ...author, clubIds: [] })
    await createScheme(tx, CLIENT, NO_ACTOR, {
      id: club.scheme,
      slug: 'swim',
      name: { en: 'Swim' },
      languages: ['en-GB'],
      grades: [{ grade: 3, pass: 3 }],
      sections: [],
      videos: [],
      nodes: [
        ...levels.map((level) => newNode(level, 'l', null)),
        ...skills.map(({ id, level }) => newNode(id, 's', level)),
      ],
    })
    await releaseScheme(tx, 'swim')
    await enterMembers(
      tx,
      CLIENT,
      club.members.map((id, index) => ({
        id,
        clubIds: [club.id],
        firstname: `Child ${index + 1}`,
        lastname: 'Morgan',
        dob: '2017-05-06',
      })),
    )

    const groupCount = size.groups ?? 1
    const membersPerGroup = Math.ceil(size.members / groupCount)
    for (const number of numbered(groupCount)) {
      await addGroup(tx, {
        id: number === 1 ? club.group : crypto.randomUUID(),
        clubId: club.id,
        name: number === 1 ? 'Dolphins' : `Group ${number}`,
        scheme_slug: 'swim',
        levels: levels.slice(0, 1),
        start_at: '16:30',
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        first_date: '2020-01-01',
        coaches: [{ uuid: club.coach }],
        memberIds: club.members.slice((number - 1) * membersPerGroup, number * membersPerGroup),
      })
    }
  })
  return club
}
