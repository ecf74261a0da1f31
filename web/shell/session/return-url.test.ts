import { describe, expect, it } from 'vitest'
import { loginPath, safeReturn } from './return-url.ts'

const origin = 'http://parent.aquila.localhost:4000'

/** Values that are no path, or would lead to another host or to a public page, if they were used unchecked. */
const hostile = [
  null,
  '',
  ' ',
  'overview',
  '?a=/overview',
  '#/overview',
  'https://evil.example/',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  ' https://evil.example',
  '\thttps://evil.example',
  '\u0000https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/x',
  '//evil.example:80/a',
  '//evil.example@parent.aquila.localhost',
  '//parent.aquila.localhost:4000@evil.example',
  '//parent.aquila.localhost:4001/',
  '//coach.aquila.localhost:4000/',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\t\\evil.example',
  ' //evil.example',
  '//evil%2Eexample',
  '//evil。example',
  '//[::1]/',
  '//127.1/',
  '//user:secret@evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:http://parent.aquila.localhost:4000/x',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  `${origin}.evil.example/`,
  `${origin}@evil.example/`,
  'http://parent.aquila.localhost:4000.evil.example/overview',
  '//[',
  '/login',
  '/login/',
  '/a/../login',
  '/logout?x',
  '/./logout',
  '/redirect?code=a',
  '/set-password',
]

describe('the way back after login', () => {
  it('is the page that was asked for', () => {
    expect(safeReturn('/overview?skill=a', origin, '/home')).toBe('/overview?skill=a')
  })

  it('is home for everything that leads elsewhere', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(40)
    for (const returnUrl of hostile)
      expect(safeReturn(returnUrl, origin, '/home'), JSON.stringify(returnUrl)).toBe('/home')
  })

  it('is a path of this origin for every input, also for malformed paths', () => {
    for (const malformed of [
      '/%2F%2Fevil.example',
      '/@evil.example',
      '/..//evil.example',
      '/a//evil.example',
      '/%5Cevil',
      '/x:y',
      '/.//evil.example',
    ]) {
      const back = safeReturn(malformed, origin, '/home')
      expect(new URL(back, origin).origin, malformed).toBe(origin)
      expect(back, malformed).not.toMatch(/^[/\\]{2}/)
    }
  })

  it('is part of the login page’s URL', () => {
    expect(loginPath({ pathname: '/a', search: '?b=1' })).toBe('/login?logout=1&returnUrl=%2Fa%3Fb%3D1')
  })
})
