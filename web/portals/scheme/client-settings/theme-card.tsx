import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientSettings } from '#contract/tenants/client-settings.ts'
import { readableOn, themePairs, type OwnTheme } from '#domain/platform/contrast.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { SaveBar } from '../scheme-settings/save-bar.tsx'
import { useSaveClient } from './use-client-settings.ts'

const FIELDS = ['brand', 'accent', 'action'] as const
/** The colours of the neutral theme, from which own colours start. */
const NEUTRAL: OwnTheme = { brand: '#2a3744', accent: '#a6d6ee', action: '#305275' }

/** Sets the client's own colours, shows the contrast of each, and does not save colours that have too little. */
export function ThemeCard({ settings: { theme: saved } }: { settings: ClientSettings }) {
  const { t } = useTranslation()
  const { client } = useShell()
  const { busy, save } = useSaveClient()
  /** Null: the client has no colours of its own. */
  const [theme, setTheme] = useState<OwnTheme | null>(saved)
  const pairs = themePairs(theme ?? NEUTRAL)
  const unreadable = theme !== null && pairs.some(({ ratio, least }) => ratio < least)
  return (
    <Card className="in stack">
      <h2>{t('author.client.colours')}</h2>
      <p className="dim">{t('author.client.coloursText')}</p>
      {theme === null ? (
        <div>
          <Button onClick={() => setTheme(NEUTRAL)}>{t('author.client.ownColours')}</Button>
        </div>
      ) : (
        <div className="colours">
          <div className="stack">
            {FIELDS.map((field) => {
              const { ratio = 0, least = 0 } = pairs.find((pair) => pair.field === field) ?? {}
              const values = { ratio: ratio.toFixed(1), least }
              return (
                <Field
                  key={field}
                  label={t(`author.client.colour.${field}`)}
                  hint={t('author.client.contrast', values)}
                  error={ratio < least ? t(`author.client.unreadable.${field}`) : undefined}
                >
                  {(control) => (
                    <input
                      type="color"
                      className="input colour"
                      {...control}
                      value={theme[field]}
                      onChange={(event) => setTheme({ ...theme, [field]: event.target.value.toLowerCase() })}
                    />
                  )}
                </Field>
              )
            })}
            <div>
              <Button size="small" onClick={() => setTheme(null)}>
                {t('author.client.noColours')}
              </Button>
            </div>
          </div>
          <figure className="look" aria-label={t('author.client.preview')}>
            <div style={{ background: theme.brand, color: readableOn(theme.brand), borderColor: theme.accent }}>
              {client.name}
            </div>
            <p style={{ color: theme.action }}>{t('author.client.link')}</p>
            <p>
              <span style={{ background: theme.action, color: readableOn(theme.action) }}>
                {t('author.client.button')}
              </span>
            </p>
          </figure>
        </div>
      )}
      <SaveBar
        changed={JSON.stringify(theme) !== JSON.stringify(saved)}
        busy={busy || unreadable}
        onReset={() => setTheme(saved)}
        onSave={() => void save({ theme })}
      />
    </Card>
  )
}
