import { GitCompareArrows } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Conflict } from '#contract/assessment/sync.ts'
import { Icon } from '#web/ui/icon.tsx'
import '../assess/assess.css'

interface ConflictLinkProps {
  conflicts: readonly Conflict[]
  memberUuid: string
  schemeSlug: string
  nodeId: string
}

/** A link from a skill with a conflict to the offline page, which shows both marks; nothing without a conflict. */
export function ConflictLink({ conflicts, memberUuid, schemeSlug, nodeId }: ConflictLinkProps) {
  const { t } = useTranslation()
  const hasConflict = conflicts.some(
    (conflict) =>
      conflict.memberUuid === memberUuid && conflict.schemeSlug === schemeSlug && conflict.nodeId === nodeId,
  )
  if (!hasConflict) return null
  return (
    <Link className="btn small differ" to="/offline">
      <Icon icon={GitCompareArrows} />
      {t('coach.conflict.here')}
    </Link>
  )
}
