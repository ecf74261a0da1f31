import { expect, it } from 'vitest'
import type { PushBody, PushReply } from '#contract/assessment/sync.ts'
import { limitToAuthor } from './limit-to-author.ts'

it('lets calls pass for its author or when nobody is logged in, and never for another user', async () => {
  // each call notes its name; `changes` and `syncKey` also answer with the number of calls so far
  const calls: string[] = []
  const api = {
    push: () => Promise.resolve(calls.push('push') as unknown as PushReply),
    syncKey: () => Promise.resolve({ key: `key ${calls.push('key')}` }),
    changes: () => Promise.reject(new Error(`changes ${calls.push('changes')}`)),
  }
  let currentUser: string | undefined = 'anna'
  const annasApi = limitToAuthor(api, () => currentUser, 'anna')
  const body = { deviceId: 'd', operations: [] } satisfies PushBody
  await annasApi.push(body)
  currentUser = undefined
  await annasApi.push(body)

  // status 0 is the error of a missing network
  currentUser = 'dewi'
  await expect(annasApi.push(body)).rejects.toMatchObject({ status: 0 })
  await expect(annasApi.changes({ cursor: '', club_id: 'c' })).rejects.toMatchObject({ status: 0 })
  await expect(annasApi.syncKey()).rejects.toMatchObject({ status: 0 })

  currentUser = 'anna'
  await expect(annasApi.changes({ cursor: '', club_id: 'c' })).rejects.toThrow('changes 3')
  expect(await annasApi.syncKey()).toEqual({ key: 'key 4' })
  expect(calls).toEqual(['push', 'push', 'changes', 'key'])
})
