import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** Shown for a group without members; it says who can add some. */
export function NoMembers() {
  const { t } = useTranslation()
  return (
    <Card>
      <Empty title={t('coach.group.empty')}>{t('coach.group.noMembers')}</Empty>
    </Card>
  )
}
