import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'

/** What has become of the last tap. `Saved` is not said before the disk has it. */
export type Saving = { state: 'saving' } | { state: 'saved'; at: string } | null

/** `queued`: how much waits to be sent, where that is said too. */
export function SavedNote({ saving, queued = 0 }: { saving: Saving; queued?: number }) {
  const { t } = useTranslation()
  if (saving === null) return null
  if (saving.state === 'saving') return t('coach.saving')
  return (
    <>
      <Icon of={Check} />
      {queued > 0 ? t('coach.savedWaiting', { time: saving.at, count: queued }) : t('coach.saved', { time: saving.at })}
    </>
  )
}
