import { useTranslation } from 'react-i18next'

export const tasksKey = ['tasks'] as const

/** What a kind of task does; one that is not known by name stands as it is. */
export function useKindWords(): (kind: string) => string {
  const { t } = useTranslation()
  return (kind) => t(`author.tasks.kinds.${kind}`, { defaultValue: kind })
}
