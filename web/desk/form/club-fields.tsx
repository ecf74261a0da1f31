import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/form/select.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { ClubValues } from './club-values.ts'
import { EntryField } from './entry-dialog.tsx'

/** The props of an `EntryField` for a field of a club's form, with its texts. */
export function useClubField(form: UseFormReturn<ClubValues>) {
  const { t } = useTranslation()
  return (name: keyof ClubValues) => ({
    form,
    name,
    label: t(`desk.club.${name}`),
    hint: t(`desk.club.${name}Hint`),
    problemText: (problem: string) => t(`desk.club.problem.${problem}`, { defaultValue: t('desk.saveFailed') }),
  })
}

/** The fields of a club that both its client and its own administrators may change [3.5]. */
export function ClubFields({ form }: { form: UseFormReturn<ClubValues> }) {
  const { t } = useTranslation()
  const { client } = useShell()
  const hintId = useId()
  const fieldProps = useClubField(form)
  const currentZone = form.watch('time_zone')
  const { language_ids: languagesError } = form.formState.errors
  return (
    <>
      <EntryField {...fieldProps('time_zone')}>
        {(control) => (
          <Select {...control} {...form.register('time_zone')}>
            {/* the club's zone may be one that this browser does not know */}
            {[...new Set([...Intl.supportedValuesOf('timeZone'), currentZone])].toSorted().map((timeZone) => (
              <option key={timeZone}>{timeZone}</option>
            ))}
          </Select>
        )}
      </EntryField>
      <EntryField {...fieldProps('member_types')}>
        {(control) => <textarea className="input" rows={4} {...control} {...form.register('member_types')} />}
      </EntryField>
      <fieldset aria-describedby={hintId}>
        <legend className="label">{t('desk.club.language_ids')}</legend>
        <div className="flow">
          {client.languages
            .filter(({ active }) => active === 1)
            .map(({ language_id: id, language }) => (
              <label key={id} className="tick">
                <input type="checkbox" value={String(id)} {...form.register('language_ids')} />
                {languageName(language)}
              </label>
            ))}
        </div>
        <small id={hintId} className={languagesError ? 'why' : 'dim'}>
          {t(languagesError ? 'desk.club.problem.language' : 'desk.club.language_idsHint')}
        </small>
      </fieldset>
      <ClubFlag form={form} name="parent_portal" />
    </>
  )
}

/** A checkbox for a setting of a club. */
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
