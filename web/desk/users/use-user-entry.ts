import type { FieldValues } from 'react-hook-form'
import type { NewUserBody, NewUserReply, UserDetail, UserPatch } from '#contract/identity/user-writes.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { differences } from '../form/differences.ts'
import { useEntry } from '../form/use-entry.ts'
import { lostAccess, type TypeAndClubs } from './lost-groups.tsx'

/** A changed user; or what was sent to invite a new one, with the reply. */
export type SavedUser = { user: UserDetail } | { invitation: NewUserBody; reply: NewUserReply }

export interface UserFormProps {
  /** The user that is edited; null for a new one. */
  user: UserDetail | null
  onClose: () => void
  onSaved: (saved: SavedUser) => void
}

interface UserEntryOptions<Values> {
  valuesOf: (user: UserDetail | null) => Values
  problemsOf: (values: Values) => ReadonlyMap<string, string>
  /** The form's name for the server's name of a field. */
  nameOf?: (field: string) => string
  invitationOf: (values: Values) => NewUserBody
  /** The fields of which a change sends those that differ. */
  fieldsOf: (values: Values) => UserPatch
}

/**
 * The form of a user, who is invited or changed [7.23], [7.24]. `toLose` is set while a change that takes clubs or the
 * coach's role from the user waits for confirmation.
 */
export function useUserEntry<Values extends FieldValues & TypeAndClubs>(
  { user, onSaved }: Pick<UserFormProps, 'user' | 'onSaved'>,
  options: UserEntryOptions<Values>,
) {
  const { api } = useShell()
  const { valuesOf, fieldsOf } = options
  const valuesBefore = (saved: SavedUser | null) => valuesOf(saved !== null && 'user' in saved ? saved.user : null)
  async function change(values: Values, before: SavedUser): Promise<SavedUser> {
    if (!('user' in before)) return before
    const patch = differences(fieldsOf(values), fieldsOf(valuesBefore(before)))
    if (Object.keys(patch).length === 0) return before
    return { user: await api.write('PATCH', `/users/${before.user.uuid}`, patch, before.user.revision) }
  }
  const entry = useEntry<Values, SavedUser>({
    ...options,
    thing: user === null ? null : { user },
    valuesOf: valuesBefore,
    create: async (values) => {
      const invitation = options.invitationOf(values)
      return { invitation, reply: await api.write('POST', '/users', invitation) }
    },
    // a new user's form closes after the invitation, in which there is no user to change
    ...(user === null ? {} : { change }),
    needsConfirmation: (values, before) => {
      const lost = lostAccess(valuesBefore(before), values)
      return lost.role || lost.clubs.length > 0
    },
    reload: async (before) => ('user' in before ? { user: await api.get(`/users/${before.user.uuid}`) } : before),
    onSaved,
  })
  const { base, toConfirm } = entry
  const toLose =
    toConfirm !== null && base !== null && 'user' in base
      ? { user: base.user, lost: lostAccess(valuesBefore(base), toConfirm) }
      : null
  return { entry, toLose }
}
