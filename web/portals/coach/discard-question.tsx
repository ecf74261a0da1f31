import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Question } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface DiscardQuestionProps {
  subject: string
  onKeep: () => void
  onDiscard: () => void
}

/** The one thing here that cannot be undone, so it asks for a word. */
export function DiscardQuestion({ subject, onKeep, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const word = t('coach.offline.discardWord')
  const meant = typed.trim().toLocaleLowerCase() === word
  return (
    <Question
      open
      onClose={onKeep}
      title={t('coach.offline.discardTitle', { subject })}
      footer={
        <>
          <Button onClick={onKeep}>{t('coach.offline.keep')}</Button>
          <Button kind="risk" disabled={!meant} onClick={onDiscard}>
            {meant ? t('coach.offline.discardNow') : t('coach.offline.discardFirst', { word })}
          </Button>
        </>
      }
    >
      <p>{t('coach.offline.discardText')}</p>
      <Field label={t('coach.offline.discardLabel', { word })}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </Question>
  )
}
