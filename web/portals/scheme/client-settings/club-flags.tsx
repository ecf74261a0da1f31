import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClubFeatures } from '#contract/tenants/client-settings.ts'
import { clubFeatures } from '#domain/tenants/features.ts'
import { ClubSelect } from '#web/desk/clubs/club-select.tsx'
import { useFoundClubs } from '#web/desk/clubs/use-found-clubs.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { useClubFeatures, useSaveFeatures } from './use-client-settings.ts'

/**
 * Sets the feature flags of one club; a flag that is not set follows the client's. Flags that the client's provider
 * keeps off are not shown.
 */
export function ClubFlags({ flagsKeptOff }: { flagsKeptOff: readonly string[] }) {
  const { t } = useTranslation()
  const [chosenId, setChosenId] = useState('')
  // shown until a club is chosen
  const [firstClub] = useFoundClubs('').rows
  const id = chosenId === '' ? (firstClub?.id ?? '') : chosenId
  const answer = useClubFeatures(id)
  const { busy, save } = useSaveFeatures(id)
  if (id === '') return null
  /** Saves the value of a flag's select: `1` on, `0` off, '' as the client has it. */
  const setFlag = ({ features, revision }: ClubFeatures, flag: string, selected: string) => {
    const { [flag]: _, ...otherFlags } = features
    void save({ features: selected === '' ? otherFlags : { ...otherFlags, [flag]: selected === '1' }, revision })
  }
  return (
    <Card className="in stack">
      <h2>{t('author.client.clubFlags')}</h2>
      <p className="dim">{t('author.client.clubFlagsText')}</p>
      <Field label={t('author.client.club')}>
        {(control) => (
          <ClubSelect label={t('author.client.club')} control={control} value={id} onChange={setChosenId} />
        )}
      </Field>
      <QueryResult answer={answer}>
        {(club) => (
          <div className="flags">
            {clubFeatures
              // the only flag that is a number cannot be switched on and off
              .filter((flag) => flag !== 'MAX_PAST_DAYS_ATTENDANCE' && !flagsKeptOff.includes(flag))
              .map((flag) => {
                const clubValue = club.features[flag]
                return (
                  <Field key={flag} label={t(`author.client.flag.${flag}`)} hint={t(`author.client.flagMeans.${flag}`)}>
                    {(control) => (
                      <Select
                        {...control}
                        disabled={busy}
                        value={clubValue === undefined ? '' : clubValue ? '1' : '0'}
                        onChange={(event) => setFlag(club, flag, event.target.value)}
                      >
                        <option value="">{t('author.client.asClient')}</option>
                        <option value="1">{t('author.client.on')}</option>
                        <option value="0">{t('author.client.off')}</option>
                      </Select>
                    )}
                  </Field>
                )
              })}
          </div>
        )}
      </QueryResult>
    </Card>
  )
}
