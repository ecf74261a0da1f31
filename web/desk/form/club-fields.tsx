import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/form/select.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { ClubValues } from './club-values.ts'
import { EntryField } from './entry-dialog.tsx'

/** A field of a club's form with its words; for `EntryField`. */
export function useClubField(form: UseFormReturn<ClubValues>) {
  const { t } = useTranslation()
  return (name: keyof ClubValues) => ({
    of: form,
    name,
    label: t(`desk.club.${name}`),
    hint: t(`desk.club.${name}Hint`),
    said: (problem: string) => t(`desk.club.problem.${problem}`, { defaultValue: t('desk.saveFailed') }),
  })
}

/** What both the client and the club's own office say of a club [3.5]. */
export function ClubFields({ form }: { form: UseFormReturn<ClubValues> }) {
  const { t } = useTranslation()
  const { client } = useShell()
  const hint = useId()
  const named = useClubField(form)
  const zone = form.watch('time_zone')
  const { language_ids: languages } = form.formState.errors
  return (
    <>
      <EntryField {...named('time_zone')}>
        {(control) => (
          <Select {...control} {...form.register('time_zone')}>
            {[...new Set([...Intl.supportedValuesOf('timeZone'), zone])].toSorted().map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </EntryField>
      <EntryField {...named('member_types')}>
        {(control) => <textarea className="input" rows={4} {...control} {...form.register('member_types')} />}
      </EntryField>
      <fieldset aria-describedby={hint}>
        <legend className="label">{t('desk.club.language_ids')}</legend>
        <div className="flow">
          {client.languages
            .filter((one) => one.active === 1)
            .map((one) => (
              <label key={one.language_id} className="tick">
                <input type="checkbox" value={String(one.language_id)} {...form.register('language_ids')} />
                {languageName(one.language)}
              </label>
            ))}
        </div>
        <small id={hint} className={languages ? 'why' : 'dim'}>
          {t(languages ? 'desk.club.problem.language' : 'desk.club.language_idsHint')}
        </small>
      </fieldset>
      <ClubFlag form={form} name="parent_portal" />
    </>
  )
}

/** A club's setting that is on or off. */
export function ClubFlag({ form, name }: { form: UseFormReturn<ClubValues>; name: 'parent_portal' | 'org_portal' }) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="label">{t(`desk.club.${name}`)}</legend>
      <label className="tick">
        <input type="checkbox" {...form.register(name)} />
        {t(`desk.club.${name}Yes`)}
      </label>
      <small className="dim">{t(`desk.club.${name}Hint`)}</small>
    </fieldset>
  )
}
