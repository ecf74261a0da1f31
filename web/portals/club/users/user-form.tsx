import { useFormState, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { NewUserBody, NewUserReply, UserPatch, UserDetail } from '#contract/identity/user-writes.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { EMAIL_LENGTH, emailProblem, nameProblem } from '#domain/identity/person.ts'
import { differences } from '#web/desk/form/differences.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { LostGroupsQuestion, lostAccess } from '#web/desk/lost-groups.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { useClubs, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Select } from '#web/ui/form/select.tsx'
import { limitsOf } from '../entry-limits.ts'

type UserValues = Required<Pick<NewUserBody, 'firstname' | 'lastname' | 'email' | 'club_ids'>> & {
  type: 'admin' | 'coach'
}

/** The problem of each invalid field; `problemText` below puts it into words. */
function problemsOf({ firstname, lastname, email, club_ids }: UserValues): Map<string, string> {
  const checked = [
    ['firstname', nameProblem(firstname)],
    ['lastname', nameProblem(lastname)],
    ['email', email.trim() === '' ? 'required' : emailProblem(email.trim())],
    ['club_ids', club_ids.length === 0 ? 'required' : null],
  ] as const
  return new Map(checked.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem] as const])))
}

/** The values of the form for a user. Its clubs are those among the administrator's own. */
function valuesOf(user: UserDetail | null, currentClub: string, ownClubs: readonly string[]): UserValues {
  return {
    type: user?.type === 'admin' ? 'admin' : 'coach',
    firstname: user?.firstname ?? '',
    lastname: user?.lastname ?? '',
    email: user?.email ?? '',
    club_ids: user === null ? [currentClub] : user.clubs.map((club) => club.id).filter((id) => ownClubs.includes(id)),
  }
}

/** What was saved: a changed user, or the reply to an invitation, which has no user to edit. */
export type SavedUser = { user: UserDetail } | { invited: string; state: NewUserReply['state'] }

interface UserFormProps {
  /** The user that is edited; null for a new one. */
  user: UserDetail | null
  onClose: () => void
  onSaved: (saved: SavedUser) => void
}

/** Invites a coach or an administrator to the club, or changes one [7.23], [7.24]. */
export function UserForm({ user, onClose, onSaved }: UserFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const me = useMe()
  const clubs = useClubs()
  const ownClubs = clubs.map((club) => club.id)
  const currentClub = me?.club?.id ?? ''
  const formValues = (thing: SavedUser | null) =>
    valuesOf(thing !== null && 'user' in thing ? thing.user : null, currentClub, ownClubs)
  const entry = useEntry<UserValues, SavedUser>({
    thing: user === null ? null : { user },
    valuesOf: formValues,
    problemsOf,
    // a new user is invited to the current club only, so the form has no choice of clubs then
    create: async ({ club_ids: _clubs, ...values }) => ({
      invited: values.email,
      state: (await api.write<NewUserReply>('POST', '/users', values)).state,
    }),
    change: async (values, before) => {
      // the form never edits an invitation
      if (!('user' in before)) return before
      const patch: UserPatch = differences(values, formValues(before))
      if (Object.keys(patch).length === 0) return before
      return { user: await api.write<UserDetail>('PATCH', `/users/${before.user.uuid}`, patch, before.user.revision) }
    },
    needsConfirmation: (values, before) => {
      const lost = lostAccess(formValues(before), values)
      return lost.role || lost.clubs.length > 0
    },
    reload: async (before) =>
      'user' in before ? { user: await api.get<UserDetail>(`/users/${before.user.uuid}`) } : before,
    onSaved,
  })
  const fieldProps = (name: 'firstname' | 'lastname' | 'email' | 'type', label: string) => ({
    form: entry.form,
    name,
    label,
    problemText: (problem: string) => t(`club.entry.${problem}`, limitsOf(name)),
  })
  // the account of a user who also works at a club of other administrators cannot be changed here
  const locked = user !== null && !user.own
  const maxLengths = { firstname: NAME_MAX, lastname: NAME_MAX, email: EMAIL_LENGTH }
  const { toConfirm, base } = entry
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
            {(['firstname', 'lastname', 'email'] as const).map((name) => (
              <EntryField
                key={name}
                {...fieldProps(name, t(`club.field.${name}`))}
                max={maxLengths[name]}
                type={name === 'email' ? 'email' : 'text'}
              />
            ))}
            {user?.uuid === me?.uuid && user !== null ? null : (
              <EntryField {...fieldProps('type', t('club.users.kind'))}>
                {(control) => (
                  <Select {...control} {...entry.form.register('type')}>
                    <option value="coach">{t('club.users.coach')}</option>
                    <option value="admin">{t('club.users.admin')}</option>
                  </Select>
                )}
              </EntryField>
            )}
          </>
        )}
        {user !== null && clubs.length > 1 ? <ClubTicks form={entry.form} /> : null}
        {user === null ? <p className="span small dim">{t('club.users.addText')}</p> : null}
      </EntryDialog>
      {toConfirm !== null && base !== null && 'user' in base ? (
        <LostGroupsQuestion user={base.user} lost={lostAccess(formValues(base), toConfirm)} onAnswer={entry.confirm} />
      ) : null}
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
