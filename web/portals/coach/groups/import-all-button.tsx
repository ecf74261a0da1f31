import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { setWantsAllGroups, wantsAllGroups } from './all-groups.ts'
import { NetworkButton } from './network-button.tsx'
import { useCoach } from '#web/portals/coach/use-coach.ts'

/** The button that imports the club's other groups onto this tablet, and removes them again [6.22]. */
export function ImportAllButton() {
  const { t } = useTranslation()
  const { session, alerts } = useShell()
  const { store, club } = useCoach()
  const user = useMe()?.uuid
  const [busy, setBusy] = useState(false)
  if (!session.subject()?.features['IMPORT_ALL_CLASSES'] || user === undefined) return null
  /** Whether this tablet holds all groups now; `toggle` changes that. */
  const importsAll = wantsAllGroups(user, club.id)
  const actionKey = importsAll ? 'coach.groups.onlyMine' : 'coach.groups.importAll'

  async function toggle(userUuid: string): Promise<void> {
    setBusy(true)
    setWantsAllGroups(userUuid, club.id, !importsAll)
    await store.loadAnew()
    setBusy(false)
    const { groups } = store.snapshot()
    if (store.status().state === 'offline') alerts.show(t('coach.groups.importFailed'), 'bad')
    else
      alerts.show(
        t(importsAll ? 'coach.groups.importedOwn' : 'coach.groups.imported', { count: groups.length }),
        'done',
      )
  }
  return (
    <NetworkButton
      icon={Download}
      busy={busy}
      disabledReason={t('coach.groups.importNeeds')}
      onClick={() => void toggle(user)}
    >
      {t(busy ? 'coach.groups.importing' : actionKey)}
    </NetworkButton>
  )
}
