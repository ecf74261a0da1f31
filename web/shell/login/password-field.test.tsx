import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { PASSWORD_MAX } from '#domain/identity/password.ts'
import { PasswordField } from './password-field.tsx'

async function fieldWith(value: string): Promise<string> {
  const words = createInstance()
  await words.init({ lng: 'en', resources: { en: { translation: { login: { long: 'At most {{most}}' } } } } })
  const onChange = () => {}
  return renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <PasswordField label="Password" error="Wrong" autoComplete="current-password" value={value} onChange={onChange} />
    </I18nextProvider>,
  )
}

test('a password that is too long is said to be, and not cut by the browser', async () => {
  const longest = await fieldWith('x'.repeat(PASSWORD_MAX))
  expect(longest).toContain('Wrong')
  expect(longest).not.toContain('maxLength')
  expect(await fieldWith('x'.repeat(PASSWORD_MAX + 1))).toContain('At most 200')
})
