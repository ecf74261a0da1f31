import { ChevronsUpDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { useClubs, useMe } from '#web/shell/start/shell-context.ts'
import { useChangeClub } from './use-change-club.ts'

/**
 * Shows the club at which the user works, and lets a user of several clubs change it [2.22], [6.20]. It cannot be
 * changed offline, nor by a switched user.
 */
export function ClubSwitch() {
  const { t } = useTranslation()
  const club = useMe()?.club
  const clubs = useClubs()
  const { isAllowed, isBusy, changeTo } = useChangeClub()
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
  return (
    <label className="input select club">
      <span className="sr">{t('shell.club')}</span>
      {picture}
      <select
        value={club.id}
        aria-busy={isBusy}
        disabled={isBusy || !isAllowed}
        onChange={(event) => void changeTo(event.target.value)}
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
