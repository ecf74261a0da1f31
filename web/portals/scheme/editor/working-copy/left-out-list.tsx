import { useTranslation } from 'react-i18next'
import type { ReleasePlan } from '#contract/curriculum/working-copy.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useDeviceDay } from '../../device-day.ts'

/** The changes of the working copy that are left out because what they change is gone, each with who made it and why. */
export function LeftOutList({ leftOut }: { leftOut: ReleasePlan['left_out'] }) {
  const { t, i18n } = useTranslation()
  const dayOf = useDeviceDay()
  if (leftOut.length === 0) return null
  const reasonOf = (code: string, title: string) => {
    const key = `author.refused.${code}`
    return t(i18n.exists(key) ? key : 'author.refused.other', { title, code })
  }
  return (
    <Alert kind="begun">
      <p>
        <b>{t('author.copy.leftOut', { count: leftOut.length })}</b>
      </p>
      <ul className="bullets">
        {leftOut.map(({ by, ts, titles, code, title }, index) => (
          <li key={index}>
            {t('author.copy.leftOutItem', { titles: titles.join(', '), name: by, day: dayOf(ts) })}{' '}
            <span className="dim">
              {title}: {reasonOf(code, title)}
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
