import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import rungs from './typed-calls.ts'

RuleTester.describe = describe
RuleTester.it = it

const errors = [{ message: 'the type of a reply follows from method and path' }]

new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } }).run('typed-calls', rungs.rules['typed-calls'], {
  valid: ["api.get('/terms')", "const terms = await services.api.get('/terms')", "load<Term>('/terms')"],
  invalid: [
    { code: "api.get<Term[]>('/terms')", errors },
    { code: "services.api.get<Term[]>('/terms')", errors },
    { code: "const terms = (await api.get('/terms')) as Term[]", errors },
    { code: "const terms = api.get('/terms') as Promise<Term[]>", errors },
  ],
})
