import { useTranslation } from 'react-i18next'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'

interface DiscardQuestionProps {
  subject: string
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before a refused change is discarded. As this cannot be undone, the coach must type a word. */
export function DiscardQuestion({ subject, onKeep, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation()
  const word = t('coach.offline.discardWord')
  return (
    <TypedQuestion
      title={t('coach.offline.discardTitle', { subject })}
      word={word}
      label={t('coach.offline.discardLabel', { word })}
      cancelLabel={t('coach.offline.keep')}
      disabledLabel={t('coach.offline.discardFirst', { word })}
      confirmLabel={t('coach.offline.discardNow')}
      onCancel={onKeep}
      onConfirm={onDiscard}
    >
      <p>{t('coach.offline.discardText')}</p>
    </TypedQuestion>
  )
}
