import { useTranslation } from 'react-i18next'
import type { ClubSettings } from '#contract/tenants/clubs.ts'
import { ClubFields, ClubFlag, useClubField } from '#web/desk/form/club-fields.tsx'
import { bodyOf, problemsOf, valuesOf, type ClubValues } from '#web/desk/form/club-values.ts'
import { differences } from '#web/desk/form/differences.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useVisitor } from '#web/shell/session/use-visitor.ts'
import { useChangeClub, useOwnsRecords } from './club-data.ts'

interface FormProps {
  /** Null creates a club. */
  club: ClubSettings | null
  onClose: () => void
  onSaved: (club: ClubSettings) => void
}

/** The form of a new or an existing club [3.5]. */
export function ClubForm({ club, onClose, onSaved }: FormProps) {
  const { t } = useTranslation()
  const { api, client } = useShell()
  const change = useChangeClub()
  const ownsRecords = useOwnsRecords()
  const hasOrganisations = Boolean(useVisitor().features['ENABLE_ORGANISATIONS'])
  const newClub: ClubValues = {
    name: '',
    ngo_id: '',
    org_portal: true,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    member_types: '',
    language_ids: client.languages.filter(({ active }) => active === 1).map(({ language_id: id }) => String(id)),
    parent_portal: true,
  }
  const entry = useEntry<ClubValues, ClubSettings>({
    thing: club,
    valuesOf: (saved) => (saved === null ? newClub : valuesOf(saved)),
    problemsOf,
    // the server names an entry of a list, such as `language_ids/0`; the form has one field for the list
    nameOf: (field) => field.split('/')[0] ?? field,
    create: (values) => api.write('POST', '/clubs', bodyOf(values)),
    change: (values, before) => {
      const changed = differences(bodyOf(values), bodyOf(valuesOf(before)))
      return Object.keys(changed).length === 0 ? Promise.resolve(before) : change(before, changed)
    },
    reload: ({ id }) => api.get(`/clubs/${id}`),
    onSaved,
  })
  const fieldProps = useClubField(entry.form)
  return (
    <EntryDialog
      entry={entry}
      wide
      title={entry.base === null ? t('author.clubList.new') : t('author.clubList.editOf', { name: entry.base.name })}
      add={t('author.clubList.add')}
      fieldName={(field) => t(`desk.club.${field}`)}
      onClose={onClose}
    >
      {ownsRecords ? (
        <>
          <EntryField {...fieldProps('name')} max={100} />
          <EntryField {...fieldProps('ngo_id')} max={50} />
        </>
      ) : (
        <p className="span dim">{t('author.clubList.provider')}</p>
      )}
      <ClubFields form={entry.form} />
      {hasOrganisations ? <ClubFlag form={entry.form} name="org_portal" /> : null}
    </EntryDialog>
  )
}
