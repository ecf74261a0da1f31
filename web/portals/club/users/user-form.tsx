import { useFormState, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { NewUserBody, UserDetail, UserPatch } from '#contract/identity/user-writes.ts'
import {
  storedUserFields,
  userField,
  userFieldProblem,
  userFieldsIn,
  type UserFieldIn,
} from '#domain/identity/user-fields.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { LostGroupsQuestion } from '#web/desk/users/lost-groups.tsx'
import { useUserEntry, type UserFormProps } from '#web/desk/users/use-user-entry.ts'
import { useClubs, useMe } from '#web/shell/start/shell-context.ts'
import { Select } from '#web/ui/form/select.tsx'
import { limitsOf } from '../entry-limits.ts'

type FormField = UserFieldIn<'club-form'>
const FORM_FIELDS: readonly FormField[] = userFieldsIn('club-form')

/** The values of the form: of fields, the texts as they are typed. */
interface UserValues extends Record<FormField, string> {
  type: 'admin' | 'coach'
  club_ids: string[]
}

/** The problem of each invalid field; `problemText` below puts it into words. */
function problemsOf(values: UserValues): Map<string, string> {
  const problems = FORM_FIELDS.map(
    (name) => [name, userFieldProblem(name, values[name], /* isProgram */ false)] as const,
  )
  const checked = [...problems, ['club_ids', values.club_ids.length === 0 ? 'required' : null] as const]
  return new Map(checked.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem] as const])))
}

/** The values of the form for a user. Its clubs are those among the administrator's own. */
function valuesOf(user: UserDetail | null, currentClub: string, ownClubs: readonly string[]): UserValues {
  return {
    // the object has each of the form's fields
    ...(Object.fromEntries(FORM_FIELDS.map((name) => [name, user?.[name] ?? ''])) as Record<FormField, string>),
    type: user?.type === 'admin' ? 'admin' : 'coach',
    club_ids: user === null ? [currentClub] : user.clubs.map((club) => club.id).filter((id) => ownClubs.includes(id)),
  }
}

/** What the form sends of a person. */
function personOf({ type, club_ids: _clubs, ...texts }: UserValues): NewUserBody & UserPatch {
  const stored = storedUserFields(texts)
  // an address that is missing is a problem of the form
  const fields = Object.fromEntries(FORM_FIELDS.map((name) => [name, stored[name]])) as Record<FormField, string>
  return { type, ...fields }
}

/** Invites a coach or an administrator to the club, or changes one [7.23], [7.24]. */
export function UserForm({ user, onClose, onSaved }: UserFormProps) {
  const { t } = useTranslation()
  const me = useMe()
  const clubs = useClubs()
  const ownClubs = clubs.map((club) => club.id)
  const currentClub = me?.club?.id ?? ''
  const { entry, toLose } = useUserEntry<UserValues>(
    { user, onSaved },
    {
      valuesOf: (saved) => valuesOf(saved, currentClub, ownClubs),
      problemsOf,
      // a new user is invited to the current club only, so the form has no choice of clubs then
      invitationOf: personOf,
      fieldsOf: (values) => ({ ...personOf(values), club_ids: values.club_ids }),
    },
  )
  const fieldProps = (name: FormField | 'type', label: string) => ({
    form: entry.form,
    name,
    label,
    problemText: (problem: string) => t(`club.entry.${problem}`, limitsOf(name)),
  })
  // the account of a user who also works at a club of other administrators cannot be changed here
  const locked = user !== null && !user.own
  return (
    <>
      <EntryDialog
        entry={entry}
        title={
          user === null ? t('club.users.new') : t('club.form.edit', { name: `${user.firstname} ${user.lastname}` })
        }
        add={t('club.invite.button')}
        fieldName={(field) => t(field === 'club_ids' ? 'club.users.clubs' : `club.field.${field}`)}
        onClose={onClose}
      >
        {locked ? (
          <p className="span dim">{t('club.users.locked')}</p>
        ) : (
          <>
            {FORM_FIELDS.map((name) => (
              <EntryField
                key={name}
                {...fieldProps(name, t(`club.field.${name}`))}
                max={userField(name).max}
                type={userField(name).kind === 'email' ? 'email' : 'text'}
              />
            ))}
            {user?.uuid === me?.uuid && user !== null ? null : (
              <EntryField {...fieldProps('type', t('desk.users.kind'))}>
                {(control) => (
                  <Select {...control} {...entry.form.register('type')}>
                    <option value="coach">{t('desk.users.kinds.coach')}</option>
                    <option value="admin">{t('desk.users.kinds.admin')}</option>
                  </Select>
                )}
              </EntryField>
            )}
          </>
        )}
        {user !== null && clubs.length > 1 ? <ClubTicks form={entry.form} /> : null}
        {user === null ? <p className="span small dim">{t('desk.users.inviteText')}</p> : null}
      </EntryDialog>
      {toLose === null ? null : <LostGroupsQuestion {...toLose} onAnswer={entry.confirm} />}
    </>
  )
}

function ClubTicks({ form }: { form: UseFormReturn<UserValues> }) {
  const { t } = useTranslation()
  const clubs = useClubs()
  const { errors } = useFormState({ control: form.control })
  return (
    <fieldset className="span">
      <legend className="label">{t('club.users.clubs')}</legend>
      <div className="flow">
        {clubs.map((club) => (
          <label key={club.id} className="tick">
            <input type="checkbox" value={club.id} {...form.register('club_ids')} />
            {club.name}
          </label>
        ))}
      </div>
      {errors.club_ids?.message === undefined ? null : (
        <p className="why small" role="alert">
          {t(`club.entry.${errors.club_ids.message}`, limitsOf('club_ids'))}
        </p>
      )}
    </fieldset>
  )
}
