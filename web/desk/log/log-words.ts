import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/tenants/audit.ts'
import { fieldWords, loggedFacts } from './logged-values.ts'

/** The beginning of the query keys of the log. */
export const logKey = ['audit'] as const

/** Whose log it is. A club's log has only its own entries, so it has a filter by action in place of one by club. */
export type LogScope = 'client' | 'club'

/** The texts of an entry of the log. A kind or an action without a text is shown by its name. */
export function useLogWords() {
  const { t } = useTranslation()
  const entity = (name: string) => t(`desk.log.entities.${name}`, { defaultValue: name })
  const action = (name: string) => t(`desk.log.actions.${name}`, { defaultValue: name })
  /** Who did it: the user's name, unless the account is closed; for a switched user also who had logged in. */
  const who = ({ user, acting_as: original }: AuditEntry) => {
    if (user === null) return t('desk.log.server')
    const name = user.name === '' ? t('desk.log.closed') : user.name
    return original === null ? name : t('desk.log.through', { name, original: original.name })
  }
  const field = (name: string) => t(`desk.log.fields.${name}`, { defaultValue: fieldWords(name) })
  const facts = (logged: unknown) =>
    loggedFacts(logged, { field, yes: t('desk.log.yes'), no: t('desk.log.no'), nothing: t('desk.log.nothing') })
  return { entity, action, who, facts }
}
