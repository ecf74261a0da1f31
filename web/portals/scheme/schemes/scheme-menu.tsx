import { Archive, Eye, History, Pencil, PencilLine, RotateCcw, SlidersHorizontal, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
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

interface MenuProps {
  scheme: Scheme
  onAct: (action: SchemeAction) => void
  /** The button that opened the menu. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** What can be done with a scheme. The settings of one that follows another client's are its owner's. */
export function SchemeMenu({ scheme, onAct, button, onClose }: MenuProps) {
  const { t } = useTranslation()
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
    <Choices<SchemeAction>
      label={t('author.schemes.actionsOf', { name: scheme.name })}
      options={actions.map((id) => ({
        id,
        text: textOf(id),
        before: <Icon icon={icons[id]} />,
      }))}
      onChoose={onAct}
      opened={{ button, close: onClose }}
    />
  )
}
