import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { MemberMerge } from '#contract/flows/member-merges.ts'
import type { Tenant, World } from './world.ts'

/** Two records of one child, and what an administrator does with them. */
export interface TwoRecords {
  kept: string
  merged: string
  /** Of both; no other child has it. */
  lastname: string
  /** Calls the club's API as an administrator, and expects success. */
  call: (options: InjectOptions) => Promise<LightMyRequestResponse>
  /** Merges the one record into the other. */
  mergeRecords: () => Promise<void>
  /** Undoes the newest merge. */
  undoMerge: () => Promise<void>
}

/** Enters a child twice, as Samuel and as Sam; in the tenant's group, unless told otherwise. */
export async function enterTwoRecords(world: World, tenant: Tenant, { inGroup = true } = {}): Promise<TwoRecords> {
  const { token } = await world.logIn(tenant, 'club')
  // the letters of a random id, because names have no digits
  const lastname = `Griffiths ${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`
  const call = async (options: InjectOptions) => {
    const reply = await world.request({ host: tenant.host('club'), token, ...options })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply
  }
  const enterMember = async (firstname: string) => {
    const payload = { firstname, lastname, dob: '2017-01-02' }
    return (await call({ method: 'POST', url: '/v1/members', payload })).json<MemberDetail>().uuid
  }
  const [kept, merged] = [await enterMember('Samuel'), await enterMember('Sam')]
  if (inGroup) {
    const payload = { member_uuids: [kept, merged] }
    await call({ method: 'POST', url: `/v1/groups/${tenant.group}/members`, payload })
  }
  return {
    kept,
    merged,
    lastname,
    call,
    async mergeRecords() {
      // each merge has its own second, because the list of merges is in the order of their times
      world.clock.now += 1_000
      await call({ method: 'POST', url: `/v1/members/${kept}/merge`, payload: { merged_uuid: merged } })
    },
    async undoMerge() {
      const [merge] = (await call({ url: '/v1/members/merges' })).json<MemberMerge[]>()
      await call({ method: 'POST', url: `/v1/change-sets/${merge?.id}/undo` })
    },
  }
}
