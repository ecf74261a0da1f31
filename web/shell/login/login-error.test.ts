import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ApiError, connectionError, errorFrom } from '#web/api/api-error.ts'
import { codesWithWords, loginProblem } from './login-error.ts'

const refused = (detail: string, more: { error?: string; field?: string; retryAfter?: number } = {}) =>
  new ApiError({ status: 401, error: more.error ?? detail, detail, ...more })

describe('the message of a refused login', () => {
  it.each(['en', 'cy'])('has a text for every code in %s', (language) => {
    const { login } = JSON.parse(readFileSync(`web/locales/entry/${language}.json`, 'utf8')) as {
      login: { error: Record<string, string> }
    }
    const codes = Object.keys(login.error).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))
    expect(new Set(codes)).toEqual(new Set([...codesWithWords, 'unknown']))
    // the texts differ; with the plural forms there are more of them than codes
    expect(new Set(Object.values(login.error)).size).toBeGreaterThanOrEqual(codesWithWords.length)
  })

  it('is mapped from the detail code, and from the error where the detail says more', () => {
    expect(loginProblem(refused('AUTH_USER_DELETED')).code).toBe('AUTH_USER_DELETED')
    expect(loginProblem(refused('PASSWORD_WEAK: lower', { error: 'PASSWORD_WEAK', field: 'password' }))).toMatchObject({
      code: 'PASSWORD_WEAK',
      field: 'password',
    })
    expect(loginProblem(connectionError()).code).toBe('ERROR_FETCH')
    for (const status of [502, 503, 504, 540])
      expect(loginProblem(errorFrom(status)).code, String(status)).toBe('ERROR_FETCH')
    expect(loginProblem(errorFrom(500)).code).toBe('unknown')
  })

  it('is the invalid e-mail when the detail is an object that names it', () => {
    for (const detail of [{ email: ['wrong'] }, { 'e-mail': 'wrong' }, { password: 'short', email: 'wrong' }])
      expect(loginProblem(errorFrom(400, { error: 'VALIDATION', detail }))).toMatchObject({
        code: 'ERROR_INVALID_EMAIL',
        field: 'name',
      })
    expect(loginProblem(errorFrom(400, { error: 'VALIDATION', detail: { postcode: 'wrong' } })).code).toBe('unknown')
    expect(loginProblem(refused('email')).code).toBe('ERROR_INVALID_EMAIL')
    expect(loginProblem(refused('password,e-mail')).code).toBe('ERROR_INVALID_EMAIL')
    expect(loginProblem(refused('emails sent')).code).toBe('unknown')
  })

  it('is unknown with its detail when nobody knows the code', () => {
    expect(loginProblem(refused('SOMETHING_NEW'))).toMatchObject({ code: 'unknown', detail: 'SOMETHING_NEW' })
    expect(loginProblem(new Error('boom'))).toMatchObject({ code: 'unknown', field: null })
  })

  it('is shown at the field that it is about', () => {
    expect(loginProblem(refused('ERROR_INVALID_EMAIL')).field).toBe('name')
    expect(loginProblem(refused('AUTH_USE_USERNAME')).field).toBe('name')
    expect(loginProblem(refused('AUTH_INVALID_CREDENTIALS')).field).toBe('password')
    expect(loginProblem(refused('AUTH_USER_NOT_VERIFIED')).field).toBe(null)
    expect(loginProblem(refused('TOO_MANY_REQUESTS', { retryAfter: 8 })).seconds).toBe(8)
  })
})
