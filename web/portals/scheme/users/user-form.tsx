import { useTranslation } from 'react-i18next'
import type { NewUserBody, UserPatch, UserDetail } from '#contract/identity/user-writes.ts'
import {
  storedUserFields,
  userField,
  userFieldProblem,
  userFieldsIn,
  type UserFieldIn,
} from '#domain/identity/user-fields.ts'
import { MAX_CLUBS_OF_USER } from '#domain/tenants/max-clubs.ts'
import { ClubChoice } from '#web/desk/clubs/club-choice.tsx'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { LostGroupsQuestion } from '#web/desk/users/lost-groups.tsx'
import { useUserEntry, type UserFormProps } from '#web/desk/users/use-user-entry.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useOwnsRecords } from '../clubs/club-data.ts'
import { isStaff, typeOf, USER_TYPES, useUserName, type ClientUserType } from './user-data.ts'

type FormField = UserFieldIn<'client-form'>
const FORM_FIELDS: readonly FormField[] = userFieldsIn('client-form')
/** The fields of users of this type: a program has only a name. */
const fieldsOf = (type: ClientUserType) =>
  FORM_FIELDS.filter((name) => type !== 'api' || userField(name).ofPrograms === true)

/** The values of the form: of fields, the texts as they are typed. */
interface UserValues extends Record<FormField, string> {
  type: ClientUserType
  club_ids: string[]
}

/** A code for the problem of each invalid field; `problemText` below turns it into a text. */
function problemsOf(values: UserValues): Map<string, string> {
  const { type, club_ids: clubs } = values
  const problems = fieldsOf(type).map((name) => [name, userFieldProblem(name, values[name], type === 'api')] as const)
  const needsClub = isStaff(type) && clubs.length === 0
  const checked = [...problems, ['club_ids', needsClub ? 'needs-club' : null] as const]
  return new Map(checked.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem] as const])))
}

function valuesOf(user: UserDetail | null, newType: ClientUserType): UserValues {
  return {
    // the object has each of the form's fields
    ...(Object.fromEntries(FORM_FIELDS.map((name) => [name, user?.[name] ?? ''])) as Record<FormField, string>),
    type: user === null ? newType : typeOf(user),
    club_ids: user?.clubs.map((club) => club.id) ?? [],
  }
}

/** The request body: a program has only a name, and only staff has clubs. */
function bodyOf({ type, club_ids: clubs, ...texts }: UserValues): NewUserBody {
  const stored = storedUserFields(texts)
  const fields = {
    type,
    firstname: stored.firstname,
    ...Object.fromEntries(fieldsOf(type).map((name) => [name, stored[name]])),
  }
  return isStaff(type) ? { ...fields, club_ids: clubs } : fields
}

/** The form that invites a user, adds a program, or changes either [7.23], [7.24]. */
export function UserForm({ user, onClose, onSaved }: UserFormProps) {
  const { t } = useTranslation()
  const nameOf = useUserName()
  const ownsRecords = useOwnsRecords()
  // Staff is added at the course provider if that owns the records. An existing coach can become an administrator, and
  // an administrator a coach.
  const types =
    user === null ? USER_TYPES.filter((candidate) => ownsRecords || !isStaff(candidate)) : (['coach', 'admin'] as const)
  const { entry, toLose } = useUserEntry<UserValues>(
    { user, onSaved },
    {
      valuesOf: (saved) => valuesOf(saved, ownsRecords ? 'coach' : 'ngo'),
      problemsOf,
      // the server names an entry of a list, such as `club_ids/0`; the form has one field for the list
      nameOf: (field) => field.split('/')[0] ?? field,
      invitationOf: bodyOf,
      // the cast is safe: the type changes only between coach and administrator, which a patch may contain
      fieldsOf: (values) => bodyOf(values) as UserPatch,
    },
  )
  const { form } = entry
  const type = form.watch('type')
  const problemText = (problem: string) =>
    t(`author.users.problem.${problem}`, { defaultValue: t('author.users.problem.other') })
  const fieldProps = (name: keyof UserValues) => ({
    form,
    name,
    label: t(`author.users.field.${name === 'firstname' && type === 'api' ? 'program' : name}`),
    problemText,
  })
  const clubsProblem = form.formState.errors.club_ids?.message
  const { base } = entry
  return (
    <>
      <EntryDialog
        entry={entry}
        wide
        title={user === null ? t('author.users.new') : t('author.users.editOf', { name: nameOf(user) })}
        add={t(type === 'api' ? 'author.users.addProgram' : 'author.users.invite')}
        fieldName={(field) => t(`author.users.field.${field}`)}
        onClose={onClose}
      >
        {user === null || isStaff(user.type) ? (
          <EntryField {...fieldProps('type')} span>
            {(control) => (
              <Select {...control} {...form.register('type')}>
                {types.map((option) => (
                  <option key={option} value={option}>
                    {t(`desk.users.kinds.${option}`)}
                  </option>
                ))}
              </Select>
            )}
          </EntryField>
        ) : null}
        {fieldsOf(type).map((name) => {
          const { kind, max } = userField(name)
          const isEmail = kind === 'email'
          return (
            <EntryField key={name} {...fieldProps(name)} max={max} type={isEmail ? 'email' : 'text'} span={isEmail} />
          )
        })}
        {isStaff(type) ? (
          <ClubChoice
            label={t('author.users.field.club_ids')}
            chosen={form.watch('club_ids')}
            known={base !== null && 'user' in base ? base.user.clubs : []}
            max={MAX_CLUBS_OF_USER}
            onChange={(ids) => entry.setField('club_ids', ids)}
            error={clubsProblem === undefined ? undefined : problemText(clubsProblem)}
          />
        ) : null}
        {user === null ? (
          <p className="span small dim">{t(type === 'api' ? 'author.users.programText' : 'desk.users.inviteText')}</p>
        ) : null}
      </EntryDialog>
      {/* a change that takes the user out of groups must be confirmed */}
      {toLose === null ? null : <LostGroupsQuestion {...toLose} onAnswer={entry.confirm} />}
    </>
  )
}
