import { NotebookPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { noteLane } from '#domain/assessment/commands/note.ts'
import { Icon } from '#web/ui/icon.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { RefusalLink } from '../saving/refusal-link.tsx'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { useOpenText } from './edited-text.ts'
import '../assess.css'

/** Characters that the server accepts in a note. */
const MAX_NOTE_LENGTH = 2000

/** The club's note on a child, and a dialog to change it. */
export function MemberNote({ group, member }: { group: Group; member: CoachMember }) {
  const { t } = useTranslation()
  const { club } = useCoach()
  const openText = useOpenText()
  const storedNote = member.note ?? ''
  return (
    <>
      <button
        type="button"
        className="member-note"
        onClick={() =>
          openText({
            stored: storedNote,
            title: t('coach.note.title', { name: member.firstname }),
            label: t('coach.note.label'),
            hint: t('coach.note.hint'),
            saved: t('coach.note.saved'),
            maxLength: MAX_NOTE_LENGTH,
            rows: 5,
            entryOf: (value) => ({ kind: 'note', groupId: group.id, memberUuid: member.uuid, value }),
          })
        }
      >
        <Icon icon={NotebookPen} />
        <span className={storedNote === '' ? 'dim' : ''}>{storedNote === '' ? t('coach.note.add') : storedNote}</span>
        <span className="sr">: {t('coach.note.change', { name: fullName(member) })}</span>
      </button>
      <RefusalLink lane={noteLane({ memberUuid: member.uuid }, club.id)} />
    </>
  )
}
