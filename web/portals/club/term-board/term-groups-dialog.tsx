import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermGroup } from '#contract/flows/term-board.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Check } from '#web/ui/form/check.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMeetingTimeText } from '../groups/group-words.ts'
import { MAX_GROUPS } from './term-data.ts'

interface GroupsDialogProps {
  groups: readonly TermGroup[]
  chosen: readonly string[]
  onClose: () => void
  onChoose: (ids: string[]) => void
}

/** A dialog that chooses the groups to show on the board. */
export function TermGroupsDialog({ groups, chosen, onClose, onChoose }: GroupsDialogProps) {
  const { t } = useTranslation()
  const meetingTime = useMeetingTimeText()
  const [text, setText] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(chosen))
  const isChanged = ticked.size !== chosen.length || chosen.some((id) => !ticked.has(id))
  const { leave, question } = useUnsavedWarning(isChanged, onClose)
  const found = groups.filter((group) =>
    normalizeForSearch(`${group.name} ${meetingTime(group)}`).includes(normalizeForSearch(text)),
  )
  const allTicked = found.every((group) => ticked.has(group.id))
  const tick = (ids: readonly string[], on: boolean) =>
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id))
      return new Set(on ? [...others, ...ids] : others)
    })
  return (
    <Dialog
      open
      onClose={leave}
      closeLabel={t('shell.close')}
      title={t('club.term.choose')}
      footer={
        <>
          <Button onClick={onClose}>{t('desk.cancel')}</Button>
          <Button
            kind="main"
            disabled={ticked.size === 0 || ticked.size > MAX_GROUPS}
            onClick={() => onChoose(groups.map((group) => group.id).filter((id) => ticked.has(id)))}
          >
            {t('club.term.show', { count: ticked.size })}
          </Button>
        </>
      }
    >
      <div className="stack">
        <SearchBox label={t('club.group.search')} rule="group" value={text} onSearch={setText} />
        {ticked.size > MAX_GROUPS ? <p className="why small">{t('club.term.tooMany', { count: MAX_GROUPS })}</p> : null}
        <Check
          checked={allTicked}
          onChange={() =>
            tick(
              found.map((group) => group.id),
              !allTicked,
            )
          }
        >
          <b>{t('club.term.all', { count: found.length })}</b>
        </Check>
        <ul className="term-ticks">
          {found.map((group) => (
            <li key={group.id}>
              <Check checked={ticked.has(group.id)} onChange={() => tick([group.id], !ticked.has(group.id))}>
                {group.name} <span className="small dim">{meetingTime(group)}</span>
              </Check>
            </li>
          ))}
        </ul>
      </div>
      {question}
    </Dialog>
  )
}
