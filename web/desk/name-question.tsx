import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sameName } from '#domain/platform/name.ts'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'

interface NameQuestionProps {
  /** The name of what is deleted, or of who loses something; it has to be typed. */
  name: string
  title: string
  confirmLabel: string
  busy?: boolean
  onCancel: () => void
  onConfirm: () => void
  children: ReactNode
}

/** Asks the user to type a name before an action that cannot be undone. */
export function NameQuestion({ name, ...question }: NameQuestionProps) {
  const { t } = useTranslation()
  return (
    <TypedQuestion
      {...question}
      word={name}
      // phones type other apostrophes and dashes
      isSame={sameName}
      label={t('desk.typeName', { name })}
      cancelLabel={t('desk.cancel')}
      disabledLabel={t('desk.typeFirst')}
    />
  )
}
