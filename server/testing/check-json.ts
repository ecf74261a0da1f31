// Loaded by all integration tests: the JSON that statements read must be what their schemas say.
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { fullName, setRowCheck } from '#server/platform/sql/statement.ts'

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>()

function validatorOf(schema: TSchema): ReturnType<typeof Compile> {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  return validator
}

setRowCheck((statement, rows) => {
  for (const [name, schema] of Object.entries(statement.json))
    for (const row of rows) {
      // whether the column can be null is in the statement's types
      const value: unknown = Object.entries(row).find(([key]) => key === name)?.[1]
      if (value === null) continue
      const validator = validatorOf(schema)
      if (validator.Check(value)) continue
      const [error] = validator.Errors(value)
      throw new Error(`${name} of ${fullName(statement)}: ${error?.instancePath} ${error?.message}`)
    }
})
