import { useTranslation } from 'react-i18next'
import type { ApiTokenSecret, NewApiToken } from '#contract/identity/api-tokens.ts'
import { allScopes, needsClub } from '#domain/platform/api-scopes.ts'
import { ClubSelect } from '#web/desk/clubs/club-select.tsx'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Select } from '#web/ui/form/select.tsx'
import { scopeKey } from './user-data.ts'

/** The values of the form's fields; numbers are texts, as inputs have them. */
interface TokenValues {
  name: string
  scopes: NewApiToken['scopes']
  club_id: string
  per_minute: string
  expires_in_days: string
}

/** The choices for how long a token is valid, in days. */
const VALID_DAYS = ['30', '90', '180', '365'] as const

/** A code for the problem of each invalid field; `problemText` below turns it into a text. */
function problemsOf({ name, scopes, club_id: club, per_minute: limit }: TokenValues): Map<string, string> {
  const requests = Number(limit)
  const checks = [
    ['name', name.trim() === '' ? 'required' : null],
    ['scopes', scopes.length === 0 ? 'needs-scope' : null],
    ['club_id', club === '' && scopes.some(needsClub) ? 'needs-club' : null],
    // the server has the same limits
    ['per_minute', Number.isInteger(requests) && requests >= 1 && requests <= 600 ? null : 'limit'],
  ] as const
  return new Map(checks.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem] as const])))
}

interface TokenFormProps {
  uuid: string
  onClose: () => void
  onCreated: (created: ApiTokenSecret) => void
}

/** The form of a new API token: its scopes, its club, its rate limit and its expiry. */
export function TokenForm({ uuid, onClose, onCreated }: TokenFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const entry = useEntry<TokenValues, ApiTokenSecret>({
    thing: null,
    valuesOf: () => ({ name: '', scopes: [], club_id: '', per_minute: '60', expires_in_days: '90' }),
    problemsOf,
    // the server names an entry of a list, such as `scopes/0`; the form has one field for the list
    nameOf: (field) => field.split('/')[0] ?? field,
    create: async ({ name, scopes, club_id: club, per_minute: limit, expires_in_days: days }) => {
      const body: NewApiToken = {
        name: name.trim(),
        scopes,
        club_id: club === '' ? null : club,
        per_minute: Number(limit),
        expires_in_days: Number(days),
      }
      const created: ApiTokenSecret = await api.write('POST', `/users/${uuid}/tokens`, body)
      // the secret is told only once, so it is shown even if the form was closed meanwhile
      onCreated(created)
      return created
    },
    onSaved: onClose,
  })
  const { form } = entry
  const problemText = (problem: string) =>
    t(`author.tokens.problem.${problem}`, { defaultValue: t('author.users.problem.other') })
  const fieldProps = (name: keyof TokenValues) => ({
    form,
    name,
    label: t(`author.tokens.field.${name}`),
    problemText,
  })
  const scopesProblem = form.formState.errors.scopes?.message
  return (
    <EntryDialog
      entry={entry}
      wide
      title={t('author.tokens.new')}
      add={t('author.tokens.makeNow')}
      fieldName={(field) => t(`author.tokens.field.${field}`)}
      onClose={onClose}
    >
      <EntryField {...fieldProps('name')} max={200} span hint={t('author.tokens.nameHint')} />
      <fieldset className="span scopes">
        <legend className="label">{t('author.tokens.field.scopes')}</legend>
        {allScopes.map((scope) => (
          <label key={scope} className="tick">
            <input type="checkbox" value={scope} {...form.register('scopes')} />
            {t(scopeKey(scope))}
          </label>
        ))}
        <div role="alert">
          {scopesProblem === undefined ? null : <p className="why">{problemText(scopesProblem)}</p>}
        </div>
      </fieldset>
      <EntryField {...fieldProps('club_id')} span>
        {(control) => (
          <ClubSelect
            label={t('author.tokens.field.club_id')}
            control={control}
            value={form.watch('club_id')}
            none={t('author.tokens.noClub')}
            onChange={(club) => entry.setField('club_id', club)}
          />
        )}
      </EntryField>
      <EntryField {...fieldProps('per_minute')} type="number" />
      <EntryField {...fieldProps('expires_in_days')}>
        {(control) => (
          <Select {...control} {...form.register('expires_in_days')}>
            {VALID_DAYS.map((days) => (
              <option key={days} value={days}>
                {t('author.tokens.days', { count: Number(days) })}
              </option>
            ))}
          </Select>
        )}
      </EntryField>
    </EntryDialog>
  )
}
