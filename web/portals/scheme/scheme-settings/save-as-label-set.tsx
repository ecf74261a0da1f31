import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelSet, SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { failureKey } from '../failure-key.ts'

/** Saves the labels of one scale as a label set, which all of the client's schemes can use [3.19]. */
export function SaveAsLabelSet({ slug, labels }: { slug: string; labels: LabelSet['labels'] }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [taken, setTaken] = useState(false)
  const [busy, setBusy] = useState(false)
  const settingsKey = ['scheme-settings', slug]
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || busy) return
    setBusy(true)
    try {
      const set = await api.write('POST', '/label-sets', { name: name.trim(), labels })
      // adds the set to the cache: loading the settings again would reset unsaved changes in the form
      const settings = queries.getQueryData<SchemeSettings>(settingsKey)
      if (settings) cacheAnswer(queries, settingsKey, { ...settings, label_sets: [...settings.label_sets, set] })
      alerts.show(t('author.scales.setKept', { name: set.name }), 'done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setTaken(error.error === 'NAME_TAKEN')
      if (error.error !== 'NAME_TAKEN') alerts.show(t(failureKey(error, 'author.settings.refused')), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="keep-labels" onSubmit={(event) => void save(event)}>
      <Field label={t('author.scales.setName')} error={taken ? t('author.scales.nameTaken') : undefined}>
        {(control) => (
          <ShortText
            {...control}
            maxLength={50}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setTaken(false)
              setName(event.target.value)
            }}
          />
        )}
      </Field>
      <Button type="submit" size="small">
        {t('author.scales.keepSet')}
      </Button>
    </form>
  )
}
