import { describe, expect, it } from 'vitest'
import { loginPath, safeReturn } from './return-url.ts'

const origin = 'http://parent.aquila.localhost:4000'

describe('the way back after login', () => {
  it('is the page that was asked for', () => {
    expect(safeReturn('/overview?skill=a', origin, '/home')).toBe('/overview?skill=a')
  })

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login',
    '/logout?x',
  ])('is home for %j', (returnUrl) => {
    expect(safeReturn(returnUrl, origin, '/home')).toBe('/home')
  })

  it('is carried by the login address', () => {
    expect(loginPath({ pathname: '/a', search: '?b=1' })).toBe('/login?logout=1&returnUrl=%2Fa%3Fb%3D1')
  })
})
