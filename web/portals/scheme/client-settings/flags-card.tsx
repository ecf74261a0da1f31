import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientSettings } from '#contract/tenants/client-settings.ts'
import { defaultFeatures, MAX_PAST_DAYS, type Feature } from '#domain/tenants/features.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useSaveClient } from './use-client-settings.ts'

const FLAGS = Object.keys(defaultFeatures) as Feature[]

/** The feature flags of the client's portals [6.7]; each switch is saved at once. */
export function FlagsCard({ settings }: { settings: ClientSettings }) {
  const { t } = useTranslation()
  const { busy, save } = useSaveClient()
  const { features, shut: flagsKeptOff } = settings
  return (
    <Card className="in stack">
      <h2>{t('author.client.flags')}</h2>
      <p className="dim">{t('author.client.flagsText')}</p>
      <div className="flags">
        {FLAGS.map((flag) =>
          // the only flag that is a number; it has a field of its own below
          flag === 'MAX_PAST_DAYS_ATTENDANCE' ? null : (
            <Switch
              key={flag}
              label={t(`author.client.flag.${flag}`)}
              hint={t(flagsKeptOff.includes(flag) ? 'author.client.shut' : `author.client.flagMeans.${flag}`)}
              // a flag that the client has never set is off
              on={!flagsKeptOff.includes(flag) && Boolean(features[flag])}
              disabled={busy || flagsKeptOff.includes(flag)}
              onChange={(on) => void save({ features: { [flag]: on } })}
            />
          ),
        )}
      </div>
      <PastDays
        key={String(features['MAX_PAST_DAYS_ATTENDANCE'])}
        saved={Number(features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)}
        busy={busy}
        onSave={(days) => void save({ features: { MAX_PAST_DAYS_ATTENDANCE: days } })}
      />
    </Card>
  )
}

interface PastDaysProps {
  saved: number
  busy: boolean
  onSave: (days: number) => void
}

/** For how many past days attendance can be marked. */
function PastDays({ saved, busy, onSave }: PastDaysProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(String(saved))
  const days = Number(text)
  const valid = /^\d{1,3}$/.test(text) && days <= MAX_PAST_DAYS
  return (
    <form
      className="keep-labels"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid) onSave(days)
      }}
    >
      <Field
        label={t('author.client.flag.MAX_PAST_DAYS_ATTENDANCE')}
        hint={t('author.client.flagMeans.MAX_PAST_DAYS_ATTENDANCE')}
        error={valid ? undefined : t('author.client.daysWrong')}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            maxLength={3}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" disabled={busy || !valid || days === saved}>
        {t('desk.save')}
      </Button>
    </form>
  )
}
