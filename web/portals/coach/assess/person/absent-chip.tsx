import { UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Chip } from '#web/ui/chip.tsx'

/** Says beside a child's name that the child is registered as absent on the day that is marked. */
export function AbsentChip({ absent }: { absent: boolean }) {
  const { t } = useTranslation()
  return absent ? (
    <Chip kind="todo" icon={UserX}>
      {t('coach.register.absent')}
    </Chip>
  ) : null
}
