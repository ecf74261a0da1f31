import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTED_ENTRIES, type ClubExportCounts } from '#contract/flows/club-export.ts'
import { useAct } from '#web/desk/use-act.ts'
import { saveBlob } from '#web/shell/frame/save-file.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useClubDay } from '../club-day.ts'

const MEGABYTE = 1_000_000

/** Downloads everything of the club as one archive, which can be taken back (`ClubReturn`). */
export function ClubExport() {
  const { t } = useTranslation()
  const { api } = useShell()
  const club = useMe()?.club?.id
  const day = useClubDay()
  const { busy, act } = useAct()
  const [bytes, setBytes] = useState<number | null>(null)
  const counts = useQuery({
    queryKey: ['club-export', club],
    queryFn: ({ signal }) => api.get('/club-export/counts', { signal }),
  }).data

  const countText = (name: keyof ClubExportCounts, count: number) => {
    const what = t(`club.export.count.${name}`, { count })
    const isAll = (name !== 'marks' && name !== 'attendance') || count < COUNTED_ENTRIES
    return isAll ? what : t('club.export.atLeast', { what })
  }

  async function save(): Promise<void> {
    setBytes(0)
    await act(
      async () =>
        saveBlob(
          `${t('club.export.file')}-${day(Date.now() / 1000)}.zip`,
          await api.largeFile('/club-export', setBytes),
        ),
      () => t('desk.downloaded'),
    )
    setBytes(null)
  }
  return (
    <section className="club-export" aria-labelledby="club-export">
      <h2 id="club-export">{t('club.export.title')}</h2>
      <p>{t('club.export.what')}</p>
      {counts === undefined ? null : (
        <ul className="small">
          {(['members', 'levels', 'marks', 'groups', 'attendance'] as const).map((name) => (
            <li key={name}>{countText(name, counts[name])}</li>
          ))}
        </ul>
      )}
      <p className="small dim">{t('club.export.private')}</p>
      <div className="flow">
        <Button disabled={busy} onClick={() => void save()}>
          <Icon icon={Download} />
          {t('club.export.save')}
        </Button>
        <span className="small" aria-live="polite">
          {bytes === null
            ? ''
            : bytes === 0
              ? t('club.export.begins')
              : t('club.export.arrived', { megabytes: Math.ceil((bytes / MEGABYTE) * 10) / 10 })}
        </span>
      </div>
    </section>
  )
}
