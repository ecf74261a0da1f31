import { describe, expect, test } from 'vitest'
import { demoClient, demoClients } from './clients.ts'
import { gym } from './gym.ts'
import { library } from './library.ts'
import { preSchool } from './pre-school.ts'
import { swim } from './swim.ts'
import { waterSafety } from './water-safety.ts'

/** The keys of the users whom each client has. */
const LOGINS = ['parent', 'parent2', 'newparent', 'coach', 'coach2', 'admin', 'scheme', 'api']

describe.each(demoClients.map((client) => [client.id, client] as const))('the demo client %s', (id, client) => {
  test('has every login of the demo, each with the client’s e-mail address, and user names only at the course provider', () => {
    const keys = client.users.map((user) => user.key)
    expect(keys).toEqual(expect.arrayContaining(LOGINS))
    expect(new Set(keys).size).toBe(keys.length)
    for (const user of client.users) {
      expect(user.email).toBe(`${user.key}@${id}.example`)
      expect(user.username).toBe(client.login === 'course_provider' ? user.key : null)
    }
  })

  test('gives its users only clubs that exist: both coaches the first club, the administrator two clubs', () => {
    const clubs = client.clubs.map((club) => club.key)
    for (const user of client.users) for (const key of user.clubKeys) expect(clubs).toContain(key)
    const clubsOf = (key: string) => client.users.find((user) => user.key === key)?.clubKeys
    expect(clubsOf('coach')).toEqual([clubs[0]])
    expect(clubsOf('coach2')).toEqual([clubs[0]])
    expect(clubsOf('admin')).toHaveLength(2)
  })

  test('has PINs for both coaches if a tablet’s user can be switched, and none otherwise', () => {
    const pins = ['coach', 'coach2'].map((key) => client.users.find((user) => user.key === key)?.pin)
    expect(pins).toEqual(client.features.SWITCH_USER ? ['2468', '1357'] : [null, null])
  })

  test('is found by its id', () => {
    expect(demoClient(id)).toBe(client)
  })
})

test('the demo clients differ in provider, number of clubs and schemes', () => {
  expect(demoClients.map((client) => [client.id, client.provider, client.clubs.length, client.schemes])).toEqual([
    ['aquila', 'local', 3, [swim.slug, waterSafety.slug, library.slug]],
    ['vault', 'bg', 12, [gym.slug, preSchool.slug]],
    ['tideway', 'coursepro', 2, ['leisure']],
  ])
})
