import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayChangeClub } from '#domain/tenants/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { waitAtMost, LONGEST_SEND_MS } from '#web/shell/start/wait-at-most.ts'
import { removeStoredAnswers } from '#web/shell/start/stored-answers.ts'
import { useClubs, useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useSubject } from './use-visitor.ts'

/**
 * Shows the club at which the user works, and lets a user of several clubs change it [2.22], [6.20]. It cannot be
 * changed offline, nor by a switched user.
 */
export function ClubSwitch() {
  const { t } = useTranslation()
  const { api, session, definition, alerts } = useShell()
  const { online } = useConnection()
  const switched = useSubject()?.original_user_uuid !== undefined
  const club = useMe()?.club
  const clubs = useClubs()
  const [busy, setBusy] = useState(false)
  if (!club) return null
  // the logo's address is `/v1/files/file?id=…`; a picture needs the file's id
  const logo = clubs.find(({ id }) => id === club.id)?.logo?.split('id=')[1]
  const picture = logo === undefined ? null : <FilePicture key={logo} id={logo} width={28} alt="" />
  if (clubs.length < 2)
    return (
      <p className="club">
        {picture}
        {club.name}
      </p>
    )

  async function choose(id: string): Promise<void> {
    const refreshToken = session.refresh()
    if (refreshToken === null) return
    setBusy(true)
    try {
      // changes that wait on the device belong to the old club, so they are sent before the token changes
      await waitAtMost(LONGEST_SEND_MS, definition.beforeRefresh?.())
      session.store(await api.changeClub(refreshToken, id))
    } catch {
      setBusy(false)
      return alerts.show(t('shell.clubFailed'), 'bad')
    }
    // a full load, because no data of the old club may be shown at the new one
    await removeStoredAnswers()
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
        {clubs.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
      <Icon icon={ChevronsUpDown} />
    </label>
  )
}
