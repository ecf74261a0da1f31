import { X, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Selection } from './use-selection.ts'

interface SelectedBarProps<Action extends string> {
  selection: Selection
  /** How many rows the list has on all its pages. */
  total: number
  /** Given where actions can be done with all rows of the list, and not only with those that were ticked. */
  selectsAll?: boolean
  /** The actions that have a button. */
  actions: readonly (readonly [action: Action, icon: LucideIcon])[]
  /** The actions that are behind one menu. */
  more?: readonly Action[]
  labelOf: (action: Action) => string
  /** An action is under way, whose answer would close the dialog of the next one. */
  busy: boolean
  onAction: (action: Action) => void
}

/** Gives the focus to the list's checkbox when the button that had it is gone. */
const focusList = () => document.querySelector<HTMLElement>('.table .ticked input')?.focus()

/** What can be done with the selected rows of a list, in place of its search and filters. */
export function SelectedBar<Action extends string>(props: SelectedBarProps<Action>) {
  const { t } = useTranslation()
  const { selection, total, selectsAll = false, actions, more = [], labelOf, busy, onAction } = props
  const count = selection.isAll ? total : selection.ids.size
  const label = t('desk.selected', { count })
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- buttons for one thing, no fields of a form
    <div className="tools selected" role="group" aria-label={label}>
      <b className="nowrap" aria-live="polite">
        {label}
      </b>
      {selectsAll && !selection.isAll && count < total ? (
        <Button
          kind="bare"
          onClick={() => {
            selection.selectAll()
            focusList()
          }}
        >
          {t('desk.selectAll', { count: total })}
        </Button>
      ) : null}
      {actions.map(([action, icon]) => (
        <Button key={action} disabled={busy} onClick={() => onAction(action)}>
          <Icon icon={icon} />
          {labelOf(action)}
        </Button>
      ))}
      {more.length === 0 ? null : (
        <Select
          aria-label={t('desk.moreActions')}
          value=""
          disabled={busy}
          onChange={(event) => {
            const action = more.find((each) => each === event.target.value)
            if (action !== undefined) onAction(action)
          }}
        >
          <option value="">{t('desk.moreActions')}</option>
          {more.map((action) => (
            <option key={action} value={action}>
              {labelOf(action)}
            </option>
          ))}
        </Select>
      )}
      <Button
        kind="bare"
        className="end"
        onClick={() => {
          selection.clear()
          focusList()
        }}
      >
        <Icon icon={X} />
        {t('desk.selectNone')}
      </Button>
    </div>
  )
}
