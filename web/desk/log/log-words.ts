import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/tenants/audit.ts'

export const logKey = ['audit'] as const

/** Whose log it is: a club's has no other club in it, and can say all that was done there. */
export type LogOf = 'client' | 'club'

/** What an entry says, in words; kinds that have no words yet stand as they are. */
export function useLogWords() {
  const { t } = useTranslation()
  const entity = (name: string) => t(`desk.log.entities.${name}`, { defaultValue: name })
  const action = (name: string) => t(`desk.log.actions.${name}`, { defaultValue: name })
  /** By name where the account is still there, and who had logged in where that was somebody else. */
  const who = ({ user, acting_as: original }: AuditEntry) => {
    if (user === null) return t('desk.log.server')
    const name = user.name === '' ? t('desk.log.closed') : user.name
    return original === null ? name : t('desk.log.through', { name, original: original.name })
  }
  return { entity, action, who }
}
