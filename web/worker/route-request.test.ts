import { expect, test } from 'vitest'
import { routeRequest } from './route-request.ts'

const origin = 'https://coach.aquila.example'
const way = (path: string, mode = 'cors', method = 'GET') => routeRequest({ method, mode, url: origin + path }, origin)

test('every path of a portal is the page on the device', () => {
  for (const path of ['/', '/member-groups', '/scheme/swim/stage-4', '/login?returnUrl=%2Foffline', '/about'])
    expect(way(path, 'navigate'), path).toBe('shell')
})

test('hashed files and the tenant’s public files are answered from the device', () => {
  expect(way('/assets/coach-DwkJglq-.js')).toBe('asset')
  expect(way('/themes/aquila.css', 'no-cors')).toBe('tenant')
  expect(way('/translations/cy.json')).toBe('tenant')
})

test('the API goes past the worker, whatever it is called', () => {
  for (const path of ['/v1/me', '/v1/client?hostname=x', '/v1/curriculum/swim', '/v1/sync/changes', '/v1/events'])
    for (const mode of ['cors', 'navigate', 'no-cors']) expect(way(path, mode), path).toBe('network')
  expect(way('/v1/assets/x.js')).toBe('network')
})

test('so do the version, the worker itself, files opened as pages, other methods and other origins', () => {
  expect(way('/version')).toBe('network')
  expect(way('/sw.js', 'same-origin')).toBe('network')
  expect(way('/start.css', 'navigate')).toBe('network')
  expect(way('/member-groups', 'navigate', 'POST')).toBe('network')
  expect(routeRequest({ method: 'GET', mode: 'no-cors', url: 'https://other.example/assets/x.js' }, origin)).toBe(
    'network',
  )
})
