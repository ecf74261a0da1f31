import { ArrowRight, Check, CircleHelp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Chip } from '#web/ui/chip.tsx'
import { useMembershipDatesText } from '../groups/group-words.ts'
import { MemberPips } from '../members/detail/member-pips.tsx'
import { outcomeOf, type BoardEntry } from './term-data.ts'

interface TileProps {
  entry: BoardEntry
  schemes: ReadonlyMap<string, ReadyScheme>
  /** The name of the group to which the member moves. */
  targetName: string
  isTabStop: boolean
  onFocus: () => void
  onPress: () => void
  onKey: (event: KeyboardEvent) => void
  onDrag: (entry: BoardEntry | null) => void
}

/** A member on the board: progress, whether the member is ready to move on and why, and the decision. */
export function TermTile({ entry, schemes, targetName, isTabStop, onFocus, onPress, onKey, onDrag }: TileProps) {
  const { t } = useTranslation()
  const { group, member } = entry
  const membershipDates = useMembershipDatesText()
  const outcome = outcomeOf(entry)
  // unknown until the curriculum has loaded
  const level = schemes.get(group.scheme_slug ?? '')?.nodes.get(member.level ?? '')?.title
  return (
    <li>
      <button
        type="button"
        className={classNames('term-tile', outcome)}
        data-tile=""
        tabIndex={isTabStop ? 0 : -1}
        aria-haspopup="dialog"
        draggable
        onFocus={onFocus}
        onClick={onPress}
        onKeyDown={onKey}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', `${member.firstname} ${member.lastname}`)
          event.dataTransfer.effectAllowed = 'move'
          onDrag(entry)
        }}
        onDragEnd={() => onDrag(null)}
      >
        <span className="split">
          <span className="mid grow">
            {member.firstname} {member.lastname}
          </span>
          <OutcomeChip outcome={outcome} targetName={targetName} />
        </span>
        <MemberPips
          member={{
            groups: [group],
            scores: member.scores,
            current_remote_node_id: member.current_remote_node_id,
          }}
          schemes={schemes}
        />
        <span className="small dim">
          {[
            member.why === 'no-levels'
              ? t('club.term.why.no-levels')
              : level === undefined
                ? ''
                : t(`club.term.why.${member.why}`, { level }),
            t('club.sheet.age', { count: member.age }),
            ...membershipDates(member),
            member.said === null ? '' : t(`club.term.decision.${member.said}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
    </li>
  )
}

function OutcomeChip({ outcome, targetName }: { outcome: ReturnType<typeof outcomeOf>; targetName: string }) {
  const { t } = useTranslation()
  switch (outcome) {
    case 'moves':
      return (
        <Chip kind="note" icon={ArrowRight}>
          <span className="sr">{t('club.term.movesTo')} </span>
          {targetName}
        </Chip>
      )
    case 'stays':
      return (
        <Chip kind="done" icon={Check}>
          {t('club.term.stays')}
        </Chip>
      )
    case 'open':
      return (
        <Chip kind="begun" icon={CircleHelp}>
          {t('club.term.decide')}
        </Chip>
      )
    case 'by-itself':
      return <Chip kind="line">{t('club.term.stays')}</Chip>
  }
}
