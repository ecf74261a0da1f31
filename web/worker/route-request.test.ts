import { expect, test } from 'vitest'
import { routeRequest } from './route-request.ts'

const origin = 'https://coach.aquila.example'
const routeOf = (path: string, mode = 'cors', method = 'GET') =>
  routeRequest({ method, mode, url: origin + path }, origin)

test('every path of a portal is answered with the cached page', () => {
  for (const path of ['/', '/member-groups', '/scheme/swim/stage-4', '/login?returnUrl=%2Foffline', '/about'])
    expect(routeOf(path, 'navigate'), path).toBe('shell')
})

test('hashed files and the tenant’s public files are answered from the cache', () => {
  expect(routeOf('/assets/coach-DwkJglq-.js')).toBe('asset')
  expect(routeOf('/themes/aquila.css', 'no-cors')).toBe('tenant')
  expect(routeOf('/translations/cy.json')).toBe('tenant')
})

test('every request to the API goes to the network', () => {
  for (const path of ['/v1/me', '/v1/client?hostname=x', '/v1/curriculum/swim', '/v1/sync/changes', '/v1/events'])
    for (const mode of ['cors', 'navigate', 'no-cors']) expect(routeOf(path, mode), path).toBe('network')
  expect(routeOf('/v1/assets/x.js')).toBe('network')
})

test('the version, the worker itself, files opened as pages, other methods and other origins go to the network', () => {
  expect(routeOf('/version')).toBe('network')
  expect(routeOf('/sw.js', 'same-origin')).toBe('network')
  expect(routeOf('/start.css', 'navigate')).toBe('network')
  expect(routeOf('/member-groups', 'navigate', 'POST')).toBe('network')
  expect(routeRequest({ method: 'GET', mode: 'no-cors', url: 'https://other.example/assets/x.js' }, origin)).toBe(
    'network',
  )
})
