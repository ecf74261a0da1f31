import { useTranslation } from 'react-i18next'

export const tasksKey = ['tasks'] as const

/** Returns the name of a kind of task; an unknown kind is shown as it is. */
export function useTaskKindName(): (kind: string) => string {
  const { t } = useTranslation()
  return (kind) => t(`author.tasks.kinds.${kind}`, { defaultValue: kind })
}
