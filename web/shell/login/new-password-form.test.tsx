import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { NewPasswordForm } from './new-password-form.tsx'

test('the button has the text that it was given, even if the words have one under that key', async () => {
  const words = createInstance()
  await words.init({ lng: 'en', resources: { en: { translation: { Save: 'another text' } } } })
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <NewPasswordForm loginName="ffion@example.org" submit="Save" save={() => Promise.resolve()} />
    </I18nextProvider>,
  )
  expect(html).toMatch(/<button type="submit"[^>]*>Save<\/button>/)
})
