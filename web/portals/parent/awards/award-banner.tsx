import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import { Burst } from '#web/ui/rungs/burst.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { AwardOfChild } from './awards.ts'
import { AwardWord } from './award-word.tsx'
import { CertificateButton } from './certificate-button.tsx'
import { celebratedAwards } from './stored-set.ts'

/** Tells of a new award until it is dismissed. The animation plays only at the first visit. */
export function AwardBanner({ award, onDismiss }: { award: AwardOfChild; onDismiss: () => void }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const now = useNow()
  const [animated] = useState(() => !celebratedAwards.read().has(award.key))
  useEffect(() => celebratedAwards.add([award.key]), [award.key])
  const date = displayDate(deviceDate(award.completedTs * 1000), deviceDate(now), language)
  return (
    <section className={classNames('banner', !animated && 'still')} aria-label={t('parent.award.new')}>
      <Burst>{levelRingText(award.title).middle}</Burst>
      <div>
        <h2>{t('parent.award.passed', { name: award.member.firstname, level: award.title })}</h2>
        <p className="small dim">
          {award.coach === null ? date : t('parent.award.with', { day: date, coach: award.coach })}
        </p>
        <AwardWord word={award.word} />
        <CertificateButton award={award} />
      </div>
      <Button kind="bare" icon className="close" aria-label={t('parent.award.dismiss')} onClick={onDismiss}>
        <Icon icon={X} />
      </Button>
    </section>
  )
}
