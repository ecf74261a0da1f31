import { expect, it } from 'vitest'
import type { PushBody, PushReply } from '#contract/assessment/sync.ts'
import { limitToAuthor } from './limit-to-author.ts'

it('lets calls pass for its author or when nobody is logged in, and never for another user', async () => {
  const called: string[] = []
  const api = {
    push: () => Promise.resolve(called.push('push') as unknown as PushReply),
    syncKey: () => Promise.resolve({ key: `key ${called.push('key')}` }),
    changes: () => Promise.reject(new Error(`changes ${called.push('changes')}`)),
  }
  let user: string | undefined = 'anna'
  const mine = limitToAuthor(api, () => user, 'anna')
  const body = { deviceId: 'd', operations: [] } satisfies PushBody
  await mine.push(body)
  user = undefined
  await mine.push(body)
  user = 'dewi'
  await expect(mine.push(body)).rejects.toMatchObject({ status: 0 })
  await expect(mine.changes({ cursor: '', club_id: 'c' })).rejects.toMatchObject({ status: 0 })
  await expect(mine.syncKey()).rejects.toMatchObject({ status: 0 })
  user = 'anna'
  await expect(mine.changes({ cursor: '', club_id: 'c' })).rejects.toThrow('changes 3')
  expect(await mine.syncKey()).toEqual({ key: 'key 4' })
  expect(called).toEqual(['push', 'push', 'changes', 'key'])
})
