import { Archive, Check, PencilLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SchemeState } from '#domain/curriculum/scheme-state.ts'
import { Chip } from '#web/ui/chip.tsx'

const kinds = { draft: 'begun', released: 'done', retired: 'todo' } as const
const icons = { draft: PencilLine, released: Check, retired: Archive } as const

/** Whether a scheme is a draft, released or retired. */
export function StateChip({ state }: { state: SchemeState }) {
  const { t } = useTranslation()
  return (
    <Chip kind={kinds[state]} icon={icons[state]}>
      {t(`author.state.${state}`)}
    </Chip>
  )
}
