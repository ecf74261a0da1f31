import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayChangeClub } from '#domain/tenants/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { atMost, LONGEST_SEND_MS } from '#web/shell/start/at-most.ts'
import { forgetAll } from '#web/shell/start/remembered.ts'
import { useClubs, useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useSubject } from './use-visitor.ts'

/** The club one works at; a choice where there are several, and none without network or for who was switched to [2.22], [6.20]. */
export function ClubSwitch() {
  const { t } = useTranslation()
  const { api, session, definition, alerts } = useShell()
  const { online } = useConnection()
  const switched = useSubject()?.original_user_uuid !== undefined
  const club = useMe()?.club
  const clubs = useClubs()
  const [busy, setBusy] = useState(false)
  if (!club) return null
  const logo = clubs.find((one) => one.id === club.id)?.logo?.split('id=')[1]
  const picture = logo === undefined ? null : <FilePicture key={logo} id={logo} width={28} alt="" />
  if (clubs.length < 2)
    return (
      <p className="club">
        {picture}
        {club.name}
      </p>
    )

  async function choose(id: string): Promise<void> {
    const refresh = session.refresh()
    if (refresh === null) return
    setBusy(true)
    try {
      // what waits belongs to the club it was made at
      await atMost(LONGEST_SEND_MS, definition.beforeRefresh?.())
      session.store(await api.changeClub(refresh, id))
    } catch {
      setBusy(false)
      return alerts.show(t('shell.clubFailed'), 'bad')
    }
    // nothing of the one club may stand on a page of the other
    await forgetAll(null)
    location.assign('/')
  }
  return (
    <label className="input select club">
      <span className="sr">{t('shell.club')}</span>
      {picture}
      <select
        value={club.id}
        aria-busy={busy}
        disabled={busy || !online || !mayChangeClub({ switched })}
        onChange={(event) => void choose(event.target.value)}
      >
        {clubs.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <Icon of={ChevronsUpDown} />
    </label>
  )
}
