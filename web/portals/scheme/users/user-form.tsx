import { useTranslation } from 'react-i18next'
import type { NewUserReply, UserPatch, UserDetail } from '#contract/identity/user-writes.ts'
import { MAX_CLUBS_OF_USER } from '#domain/tenants/max-clubs.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { EMAIL_LENGTH, emailProblem, nameProblem, programNameProblem } from '#domain/identity/person.ts'
import { ClubChoice } from '#web/desk/clubs/club-choice.tsx'
import { differences } from '#web/desk/form/differences.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { LostGroupsQuestion, lostAccess } from '#web/desk/lost-groups.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useOwnsRecords } from '../clubs/club-data.ts'
import { isStaff, kindOf, KINDS, useUserName, type Kind } from './user-data.ts'

interface UserValues {
  type: Kind
  firstname: string
  lastname: string
  email: string
  ngo_id: string
  postcode: string
  club_ids: string[]
}

/** The problem of each invalid field; `problemText` below puts it into words. */
function problemsOf({ type, firstname, lastname, email, club_ids: clubs }: UserValues): Map<string, string> {
  const checked =
    type === 'api'
      ? ([['firstname', programNameProblem(firstname)]] as const)
      : ([
          ['firstname', nameProblem(firstname)],
          ['lastname', nameProblem(lastname)],
          ['email', email.trim() === '' ? 'required' : emailProblem(email.trim())],
          ['club_ids', isStaff(type) && clubs.length === 0 ? 'needs-club' : null],
        ] as const)
  return new Map(checked.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem] as const])))
}

function valuesOf(user: UserDetail | null, newKind: Kind): UserValues {
  return {
    type: user === null ? newKind : kindOf(user),
    firstname: user?.firstname ?? '',
    lastname: user?.lastname ?? '',
    email: user?.email ?? '',
    ngo_id: user?.ngo_id ?? '',
    postcode: user?.postcode ?? '',
    club_ids: user?.clubs.map((club) => club.id) ?? [],
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The request body: a program has only a name, and only staff has clubs. */
function bodyOf({ type, firstname, lastname, email, ngo_id: number, postcode, club_ids: clubs }: UserValues) {
  if (type === 'api') return { type, firstname: firstname.trim() }
  const body = {
    type,
    firstname: firstname.trim(),
    lastname: lastname.trim(),
    email: email.trim(),
    ngo_id: orNull(number),
    postcode: orNull(postcode),
  }
  return isStaff(type) ? { ...body, club_ids: clubs } : body
}

/** The saved user, or the id and name of a new one. */
export type SavedUser = { user: UserDetail } | { created: string; name: string; email: string | null }

interface UserFormProps {
  /** Null creates a user. */
  user: UserDetail | null
  onClose: () => void
  onSaved: (saved: SavedUser) => void
}

/** The form that invites a user, adds a program, or changes either [7.23], [7.24]. */
export function UserForm({ user, onClose, onSaved }: UserFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const nameOf = useUserName()
  const ownsRecords = useOwnsRecords()
  // if a course provider owns the records, staff is added there
  const kinds = user === null ? KINDS.filter((kind) => ownsRecords || !isStaff(kind)) : (['coach', 'admin'] as const)
  const valuesIn = (saved: SavedUser | null) =>
    valuesOf(saved !== null && 'user' in saved ? saved.user : null, ownsRecords ? 'coach' : 'ngo')
  const entry = useEntry<UserValues, SavedUser>({
    thing: user === null ? null : { user },
    valuesOf: valuesIn,
    problemsOf,
    nameOf: (field) => field.split('/')[0] ?? field,
    create: async (values) => {
      const { uuid } = await api.write<NewUserReply>('POST', '/users', bodyOf(values))
      return { created: uuid, name: values.firstname.trim(), email: values.type === 'api' ? null : values.email.trim() }
    },
    change: async (values, before) => {
      // the form never edits what it has just created
      if (!('user' in before)) return before
      // the cast is safe: the type changes only between coach and administrator, which a patch may contain
      const patch = differences(bodyOf(values), bodyOf(valuesIn(before))) as UserPatch
      if (Object.keys(patch).length === 0) return before
      return { user: await api.write<UserDetail>('PATCH', `/users/${before.user.uuid}`, patch, before.user.revision) }
    },
    needsConfirmation: (values, before) => {
      const lost = lostAccess(valuesIn(before), values)
      return lost.role || lost.clubs.length > 0
    },
    reload: async (before) =>
      'user' in before ? { user: await api.get<UserDetail>(`/users/${before.user.uuid}`) } : before,
    onSaved,
  })
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
  const { toConfirm, base } = entry
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
                {kinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`author.users.kinds.${kind}`)}
                  </option>
                ))}
              </Select>
            )}
          </EntryField>
        ) : null}
        <EntryField {...fieldProps('firstname')} max={NAME_MAX} />
        {type === 'api' ? null : (
          <>
            <EntryField {...fieldProps('lastname')} max={NAME_MAX} />
            <EntryField {...fieldProps('email')} max={EMAIL_LENGTH} type="email" span />
            <EntryField {...fieldProps('ngo_id')} max={50} />
            <EntryField {...fieldProps('postcode')} max={20} />
          </>
        )}
        {isStaff(type) ? (
          <ClubChoice
            label={t('author.users.field.club_ids')}
            chosen={form.watch('club_ids')}
            known={base !== null && 'user' in base ? base.user.clubs : []}
            max={MAX_CLUBS_OF_USER}
            onChange={(ids) => {
              form.setValue('club_ids', ids)
              form.clearErrors('club_ids')
            }}
            error={clubsProblem === undefined ? undefined : problemText(clubsProblem)}
          />
        ) : null}
        {user === null ? (
          <p className="span small dim">{t(type === 'api' ? 'author.users.programText' : 'author.users.inviteText')}</p>
        ) : null}
      </EntryDialog>
      {toConfirm !== null && base !== null && 'user' in base ? (
        <LostGroupsQuestion user={base.user} lost={lostAccess(valuesIn(base), toConfirm)} onAnswer={entry.confirm} />
      ) : null}
    </>
  )
}
