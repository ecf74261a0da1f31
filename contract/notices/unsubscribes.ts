import { Type, type Static } from 'typebox'
import { FlagNumber, strict } from '#contract/platform/fields.ts'

/**
 * [7.27]: `unsubscribe_operational` 1 stops all mails but those about the account itself. `award_mail` is the consent
 * to award mails [6.25].
 */
export const UnsubscribesBody = Type.Object(
  { unsubscribe_operational: Type.Optional(FlagNumber), award_mail: Type.Optional(FlagNumber) },
  { ...strict, minProperties: 1 },
)
export type UnsubscribesBody = Static<typeof UnsubscribesBody>

/** The token of a mail's link. */
export const UnsubscribeQuery = Type.Object({ token: Type.String({ maxLength: 2048 }) }, strict)

export const Unsubscribes = Type.Object({ unsubscribe_operational: FlagNumber, award_mail: FlagNumber })
export type Unsubscribes = Static<typeof Unsubscribes>
