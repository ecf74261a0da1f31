import { GitCompareArrows } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Conflict } from '#contract/assessment/sync.ts'
import { Icon } from '#web/ui/icon.tsx'
import '../assess/assess.css'

interface ConflictLinkProps {
  conflicts: readonly Conflict[]
  memberUuid: string
  nodeId: string
}

/** A link from a skill with a conflict to the offline page, which shows both marks; nothing without a conflict. */
export function ConflictLink({ conflicts, memberUuid, nodeId }: ConflictLinkProps) {
  const { t } = useTranslation()
  if (!conflicts.some((conflict) => conflict.memberUuid === memberUuid && conflict.nodeId === nodeId)) return null
  return (
    <Link className="btn small differ" to="/offline">
      <Icon icon={GitCompareArrows} />
      {t('coach.conflict.here')}
    </Link>
  )
}
