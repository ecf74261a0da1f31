import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientSettings } from '#contract/tenants/client-settings.ts'
import { wordings } from '#domain/tenants/wordings.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useSaveClient } from './use-client-settings.ts'

/** Chooses which of the built-in wordings the portals use [1.6]; saved at once. */
export function WordingCard({ settings: { wording } }: { settings: ClientSettings }) {
  const { t } = useTranslation()
  const { busy, save } = useSaveClient()
  return (
    <Card className="in stack">
      <h2>{t('author.client.words')}</h2>
      <p className="dim">
        {t('author.client.wordsText')} <Link to="/languages">{t('author.client.wordsMore')}</Link>
      </p>
      <Field label={t('author.client.speaks')}>
        {(control) => (
          <Select
            {...control}
            disabled={busy}
            value={wording}
            onChange={(event) => {
              const chosen = wordings.find((candidate) => candidate === event.target.value)
              if (chosen) void save({ wording: chosen })
            }}
          >
            {wordings.map((option) => (
              <option key={option} value={option}>
                {t(`author.client.wording.${option}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  )
}
