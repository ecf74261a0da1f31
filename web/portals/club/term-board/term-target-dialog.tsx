// Arrow keys move through the form's buttons, which can be reached by Tab too.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { ArrowRight, Check, Search, Undo2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermGroup } from '#contract/flows/term-board.ts'
import { MAX_SEARCH_LENGTH, normalizeForSearch } from '#domain/platform/search.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useMeetingTimeText } from '../groups/group-words.ts'
import { moveObstacleOnBoard, type Choice, type Decision, STAY, UNDECIDED, type BoardEntry } from './term-data.ts'

interface TargetDialogProps {
  entry: BoardEntry
  groups: readonly TermGroup[]
  decisions: readonly Decision[]
  sizes: ReadonlyMap<string, number>
  schemes: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
  onDecide: (choice: Choice) => void
}

/**
 * A dialog that chooses the group to which a member moves, of those that fit. Typing filters them, Enter chooses the
 * first, and arrow keys move to the others.
 */
export function TermTargetDialog({ entry, groups, decisions, sizes, schemes, onClose, onDecide }: TargetDialogProps) {
  const { t } = useTranslation()
  const meetingTime = useMeetingTimeText()
  const [text, setText] = useState('')
  const choiceList = useRef<HTMLUListElement>(null)
  const { group, member, decision } = entry
  const obstacleOf = (target: TermGroup) => moveObstacleOnBoard(entry, target, decisions, sizes)
  const fitting = groups.filter((target) => obstacleOf(target) === null)
  const found = fitting.filter((target) => normalizeForSearch(target.name).includes(normalizeForSearch(text)))
  // only these obstacles are explained; the others, such as another scheme, are obvious
  const excluded = (['full', 'level', 'age'] as const).flatMap((reason) => {
    const count = groups.filter((target) => obstacleOf(target) === reason).length
    return count === 0 ? [] : [t(`club.term.unfit.${reason}`, { count })]
  })
  const choices: { key: string; act: () => void; icon: typeof Check; name: string; details: ReactNode }[] = [
    ...found.map((target) => ({
      key: target.id,
      act: () => onDecide(target.id),
      icon: ArrowRight,
      name: target.name,
      details: [
        ...target.levels.map((id) => schemes.get(target.scheme_slug ?? '')?.nodes.get(id)?.title ?? ''),
        meetingTime(target),
        target.max_size === null
          ? t('club.group.count', { count: sizes.get(target.id) ?? 0 })
          : t('club.group.ofPlaces', { count: sizes.get(target.id) ?? 0, of: target.max_size }),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    ...(text === ''
      ? [
          {
            key: 'stay',
            act: () => onDecide(STAY),
            icon: Check,
            name: t('club.term.stay', { group: group.name }),
            details: '',
          },
        ]
      : []),
    ...(text === '' && decision !== undefined
      ? [{ key: 'open', act: () => onDecide(UNDECIDED), icon: Undo2, name: t('club.term.leaveOpen'), details: '' }]
      : []),
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (offset === 0) return
    const buttons = [...(choiceList.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((button) => button === document.activeElement)
    buttons[Math.max(0, Math.min(index + offset, buttons.length - 1))]?.focus()
    event.preventDefault()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('shell.close')}
      title={t('club.term.where', { name: `${member.firstname} ${member.lastname}` })}
    >
      <form
        className="stack"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          choices[0]?.act()
        }}
      >
        <label className="input">
          <Icon icon={Search} />
          <span className="sr">{t('club.group.search')}</span>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="search"
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            placeholder={t('club.group.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <ul ref={choiceList} className="term-choices">
          {choices.map(({ key, act, icon, name, details }) => (
            <li key={key}>
              <button type="button" onClick={act} aria-current={key === decision?.to_group_id ? true : undefined}>
                <Icon icon={icon} />
                <span>
                  <b>{name}</b>
                  <span className="small dim">{details}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p className="small dim" aria-live="polite">
          {[found.length === 0 ? t('club.term.noFit') : '', ...excluded].filter(Boolean).join(' ')}
        </p>
      </form>
    </Dialog>
  )
}
