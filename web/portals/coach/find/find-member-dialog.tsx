import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { levelNames } from '#web/portals/coach/assess/level/level-names.ts'
import { useCompiledCurriculum } from '#web/portals/coach/assess/use-curriculum.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import { takesSession } from '#web/portals/coach/sessions/day-sessions.ts'
import { useToday } from '#web/portals/coach/sessions/use-club-time.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { findMembers, type FoundMember } from './find-members.ts'
import './find.css'

/** The most members that a search shows. */
const MAX_FOUND = 50

/** Finds a member by name over all groups on the device, also without network. */
export function FindMemberDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const snapshot = useSnapshot()
  const today = useToday()
  const [text, setText] = useState('')
  const found = findMembers(snapshot, text, today)
  let countWords = t('coach.find.how')
  if (found !== null && found.length > MAX_FOUND) countWords = t('coach.find.tooMany', { count: MAX_FOUND })
  else if (found !== null) countWords = t('coach.find.found', { count: found.length })
  return (
    <Dialog open onClose={onClose} title={t('coach.find.title')} closeLabel={t('shell.close')} wide>
      <div className="found">
        <SearchBox label={t('coach.find.name')} rule="special" value={text} onSearch={setText} focused />
        <output className="small dim">{countWords}</output>
        <ul className="rows">
          {(found ?? []).slice(0, MAX_FOUND).map(({ member, groups }) => (
            <Found key={member.uuid} member={member} groups={groups} today={today} onOpen={onClose} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/**
 * A member, who leads to the page that marks them in the first group, with a link to that in each further group; to the
 * group itself if this coach may only read it.
 */
function Found({ member, groups, today, onOpen }: FoundMember & { today: string; onOpen: () => void }) {
  const [first, ...others] = groups
  const pathIn = (group: Group) =>
    takesSession(group, today) ? `/member-groups/${group.id}/member/${member.uuid}` : `/member-groups/${group.id}`
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        <Link className="whole mid" to={pathIn(first)} onClick={onOpen}>
          {fullName(member)}
        </Link>
        <span className="small dim">
          <GroupWords group={first} />
        </span>
        {others.map((group) => (
          <Link key={group.id} className="small further" to={pathIn(group)} onClick={onOpen}>
            <GroupWords group={group} />
          </Link>
        ))}
      </span>
      <Icon icon={ChevronRight} />
    </li>
  )
}

/** The name of a group and those of its levels. */
function GroupWords({ group }: { group: Group }) {
  const compiled = useCompiledCurriculum(group.scheme_slug)
  return [group.name, levelNames(compiled, group.levels)].filter(Boolean).join(' · ')
}
