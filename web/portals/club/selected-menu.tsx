import { useTranslation } from 'react-i18next'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Select } from '#web/ui/form/select.tsx'

interface SelectedMenuProps<Action extends string> {
  count: number
  actions: readonly Action[]
  labelOf: (action: Action) => string
  /** The message when an action is chosen while no row is selected. */
  noneSelectedText: string
  onAction: (action: Action) => void
}

/** A menu of actions for the selected rows of a list. */
export function SelectedMenu<Action extends string>(props: SelectedMenuProps<Action>) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const label = t('club.select.with', { count: props.count })
  return (
    <Select
      aria-label={label}
      value=""
      onChange={(event) => {
        const action = props.actions.find((each) => each === event.target.value)
        if (action === undefined) return
        if (props.count === 0) alerts.show(props.noneSelectedText, 'begun')
        else props.onAction(action)
      }}
    >
      <option value="">{label}</option>
      {props.actions.map((action) => (
        <option key={action} value={action}>
          {props.labelOf(action)}
        </option>
      ))}
    </Select>
  )
}
