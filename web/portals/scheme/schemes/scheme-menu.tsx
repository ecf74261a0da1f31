import {
  Archive,
  ChevronDown,
  Eye,
  History,
  Pencil,
  PencilLine,
  RotateCcw,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Choices } from '../choices.tsx'
import type { SchemeAction } from './scheme-action.ts'
import { stateSteps } from './state-steps.ts'

const icons = {
  settings: SlidersHorizontal,
  history: History,
  change: Pencil,
  delete: Trash2,
  release: Eye,
  retire: Archive,
  bringBack: RotateCcw,
  unrelease: PencilLine,
} as const

/** What can be done with a scheme. The settings of one that follows another client's are its owner's. */
export function SchemeMenu({ scheme, onAct }: { scheme: Scheme; onAct: (action: SchemeAction) => void }) {
  const { t } = useTranslation()
  const label = t('author.schemes.actionsOf', { name: scheme.name })
  const own = ['settings', 'change'] as const
  const actions: readonly SchemeAction[] = [
    ...(scheme.own ? own : []),
    'history',
    ...stateSteps[scheme.state],
    'delete',
  ]
  const textOf = (id: SchemeAction) =>
    id === 'settings' || id === 'history' || id === 'change' || id === 'delete'
      ? t(`author.schemes.action.${id}`)
      : t(`author.state.step.${id}`)
  return (
    <MenuTrigger>
      <AriaButton className="btn small" aria-label={label}>
        {t('author.schemes.actions')}
        <Icon icon={ChevronDown} />
      </AriaButton>
      <Choices<SchemeAction>
        label={label}
        options={actions.map((id) => ({
          id,
          text: textOf(id),
          before: <Icon icon={icons[id]} />,
        }))}
        onChoose={onAct}
      />
    </MenuTrigger>
  )
}
