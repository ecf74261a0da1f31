import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '#web/offline/storage-space.ts'
import type { SavedState } from '#web/offline/saved-files.ts'
import { clockTime, deviceDate, shortDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NEEDS, unmetNeeds } from './readiness.ts'
import { useSnapshot, useStatus } from '#web/portals/coach/use-coach.ts'
import type { DeviceState } from './use-readiness.ts'

/** The card that says whether this tablet can leave the network, and what is saved on it. */
export function ReadinessCard({ device, saved }: { device: DeviceState | null; saved: SavedState | null }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { groups, members } = useSnapshot()
  const status = useStatus()
  if (!device)
    return (
      <div className="half">
        <Skeleton height="12rem" />
      </div>
    )
  const { at, readiness, space, curricula, sessionEnds } = device
  const unmet = unmetNeeds(readiness)
  const timeOf = (ms: number) => `${shortDay(deviceDate(ms), deviceDate(at), language)}, ${clockTime(ms)}`
  const facts: [name: string, value: string][] = [
    [t('coach.offline.fact.groups'), String(groups.length)],
    [t('coach.offline.fact.members'), String(members.size)],
    [t('coach.offline.fact.curricula'), String(curricula)],
    [
      t('coach.offline.fact.upToDate'),
      status.syncedAt === null ? t('coach.offline.fact.never') : timeOf(status.syncedAt),
    ],
    [t('coach.offline.fact.session'), sessionEnds === null ? t('coach.offline.fact.never') : timeOf(sessionEnds)],
  ]
  const total = saved === null ? 0 : saved.videos + saved.files
  if (saved !== null && total > 0) {
    facts.push([t('coach.offline.fact.files'), t('coach.files.savedOf', { saved: saved.saved, all: total })])
  }
  if (space) {
    const used = { used: formatBytes(space.used), quota: formatBytes(space.quota) }
    facts.push([t('coach.offline.fact.room'), t('coach.offline.fact.ofRoom', used)])
    facts.push([
      t('coach.offline.fact.stays'),
      t(space.persisted ? 'coach.offline.fact.persisted' : 'coach.offline.fact.mayGo'),
    ])
  }
  return (
    <Card className="in stack half ready-card">
      <h2>{t('coach.offline.device')}</h2>
      <Alert kind={unmet.length === 0 ? 'done' : 'begun'}>
        <p className="mid">{t(unmet.length === 0 ? 'coach.offline.ready' : 'coach.offline.notReady')}</p>
      </Alert>
      {unmet.length === 0 ? null : (
        <ul className="checks">
          {NEEDS.map((need) => (
            <li key={need} className={readiness[need] ? 'done' : 'open'}>
              <Icon icon={readiness[need] ? CircleCheck : TriangleAlert} />
              {readiness[need] ? t(`coach.offline.available.${need}`) : t(`coach.offline.missing.${need}`)}
            </li>
          ))}
        </ul>
      )}
      <dl className="device-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
