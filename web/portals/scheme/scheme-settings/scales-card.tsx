import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Impact } from '#contract/curriculum/authoring.ts'
import type { GradesBody, SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { failureKey } from '../failure-key.ts'
import { SaveBar } from './save-bar.tsx'
import { ScaleRow, type Scale } from './scale-row.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/**
 * The request body. The server does not store a scale that is not assessable, nor the tick with its default labels, so
 * these are left out.
 */
function bodyOf(scales: readonly Scale[]): GradesBody {
  return {
    grades: scales.flatMap(({ grade, pass, labels }) =>
      pass === 0 || (grade === 1 && labels === null) ? [] : [{ grade, pass, labels }],
    ),
  }
}

/**
 * Edits the scheme's scales: the pass point and the labels of each, with a preview of the coach's buttons [4.22]. A
 * change by which members would gain or lose levels must be confirmed before it is saved.
 */
export function ScalesCard({ settings }: { settings: SchemeSettings }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { busy, saveGrades } = useSaveSettings(settings.slug)
  const [scales, setScales] = useState<readonly Scale[]>(settings.grades)
  const [triedToSave, setTriedToSave] = useState(false)
  const [impact, setImpact] = useState<Impact | null>(null)
  const [checking, setChecking] = useState(false)
  const changed = JSON.stringify(bodyOf(scales)) !== JSON.stringify(bodyOf(settings.grades))
  const languages = settings.languages.map(shortLocale)
  const isIncomplete = (labels: readonly string[]) => labels.length === 0 || labels.some((label) => label.trim() === '')
  const hasEmptyLabel = scales.some(
    ({ labels }) => labels !== null && languages.some((code) => isIncomplete(labels[code] ?? [])),
  )
  const saveScales = () => {
    setImpact(null)
    void saveGrades(bodyOf(scales), settings.grades_revision)
  }
  const submit = async () => {
    setTriedToSave(true)
    if (hasEmptyLabel) return
    setChecking(true)
    try {
      const computed = await api.write('POST', `/schemes/${settings.slug}/grades/impact`, bodyOf(scales))
      if (computed.members > 0) setImpact(computed)
      else saveScales()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(t(failureKey(error, 'author.settings.refused')), 'bad')
    } finally {
      setChecking(false)
    }
  }
  /** How many levels all members together would gain or lose. */
  const sum = (field: 'gained' | 'lost') => impact?.levels.reduce((total, level) => total + level[field], 0) ?? 0
  return (
    <Card className="in stack">
      <h2>{t('author.scales.title')}</h2>
      <p className="dim">{t('author.scales.text')}</p>
      <fieldset className="saved-fields" disabled={busy || checking}>
        <ol className="setting-rows scales">
          {scales.map((scale, index) => (
            <ScaleRow
              key={scale.grade}
              scale={scale}
              settings={settings}
              onSet={(change) => setScales(scales.with(index, { ...scale, ...change }))}
            />
          ))}
        </ol>
      </fieldset>
      {triedToSave && hasEmptyLabel ? (
        <Alert kind="bad">
          <p>{t('author.scales.labelMissing')}</p>
        </Alert>
      ) : null}
      {checking ? <output className="dim">{t('author.settings.asking')}</output> : null}
      <SaveBar
        changed={changed}
        busy={busy || checking}
        onReset={() => setScales(settings.grades)}
        onSave={() => void submit()}
      />
      {impact ? (
        <Question
          open
          onClose={() => setImpact(null)}
          title={[
            sum('gained') > 0
              ? t('author.impact.gainLevels', { count: sum('gained') })
              : t('author.impact.nobodyGainsAny'),
            sum('lost') > 0 ? t('author.impact.loseLevels', { count: sum('lost') }) : t('author.impact.nobodyLosesAny'),
          ].join(' ')}
          footer={
            <>
              <Button onClick={() => setImpact(null)}>{t('author.impact.keep')}</Button>
              <Button kind="main" onClick={saveScales}>
                {t('author.impact.save')}
              </Button>
            </>
          }
        >
          <p>
            {t('author.impact.where', {
              count: impact.members,
              clubs: t('author.impact.clubs', { count: impact.clubs.length }),
            })}
          </p>
          <p>
            <b>{t('author.impact.noMark')}</b> {t('author.impact.noMarkText')}
          </p>
        </Question>
      ) : null}
    </Card>
  )
}
