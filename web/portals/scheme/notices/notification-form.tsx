import { useTranslation } from 'react-i18next'
import type { Notification, NotificationBody } from '#contract/notices/notifications.ts'
import { MAX_CLUBS } from '#domain/tenants/max-clubs.ts'
import { notificationProblems } from '#domain/notices/notification-entry.ts'
import { deviceDate } from '#web/shell/i18n/dates.ts'
import { ClubChoice } from '#web/desk/clubs/club-choice.tsx'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { LoadError } from '#web/desk/load-error.tsx'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useNotification } from './notification-data.ts'

interface FormProps {
  onClose: () => void
  onSaved: (notification: Notification) => void
}

function valuesOf(notification: Notification | null): NotificationBody {
  const today = deviceDate(Date.now())
  return {
    heading: notification?.heading ?? '',
    description: notification?.description ?? '',
    start: notification?.start ?? today,
    end: notification?.end ?? today,
    global: notification?.global ?? true,
    club_ids: notification?.clubs.map((club) => club.id) ?? [],
  }
}

/** Loads a notification and shows its form, or a message when it was deleted; nothing while it loads. */
export function EditNotification({ id, ...formProps }: FormProps & { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useNotification(id)
  if (data) return <NotificationForm key={id} notification={data} {...formProps} />
  if (error === null) return null
  return (
    <Dialog
      open
      onClose={formProps.onClose}
      closeLabel={t('shell.close')}
      title={t('author.notifications.change')}
      footer={<Button onClick={formProps.onClose}>{t('shell.close')}</Button>}
    >
      <LoadError error={error} onRetry={refetch} notFoundText={t('author.notifications.unknown')} />
    </Dialog>
  )
}

/** The form of a new or an existing notification. */
export function NotificationForm({
  notification,
  onClose,
  onSaved,
}: FormProps & { notification: Notification | null }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const entry = useEntry<NotificationBody, Notification>({
    thing: notification,
    valuesOf,
    problemsOf: (values) => new Map(notificationProblems(values).map(({ field, problem }) => [field, problem])),
    // the server names an entry of a list, such as `club_ids/0`; the form has one field for the list
    nameOf: (field) => field.split('/')[0] ?? field,
    create: (values) => api.write('POST', '/notifications', values),
    change: (values, { id, revision }) => api.write('PATCH', `/notifications/${id}`, values, revision),
    reload: ({ id }) => api.get(`/notifications/${id}`),
    onSaved,
  })
  const { form } = entry
  const problemText = (problem: string) =>
    t(`author.notifications.problem.${problem}`, { defaultValue: t('author.notifications.problem.other') })
  const fieldProps = (name: keyof NotificationBody) => ({
    form,
    name,
    label: t(`author.notifications.field.${name}`),
    problemText,
  })
  const forAllClubs = form.watch('global')
  const clubsProblem = form.formState.errors.club_ids?.message
  return (
    <EntryDialog
      entry={entry}
      wide
      title={t(entry.base === null ? 'author.notifications.new' : 'author.notifications.change')}
      add={t('author.notifications.add')}
      fieldName={(field) => t(`author.notifications.field.${field}`)}
      onClose={onClose}
    >
      <EntryField {...fieldProps('heading')} max={200} span />
      <EntryField {...fieldProps('description')} span>
        {(control) => <LongText rows={4} maxLength={2000} {...control} {...form.register('description')} />}
      </EntryField>
      <EntryField {...fieldProps('start')} type="date" />
      <EntryField {...fieldProps('end')} type="date" hint={t('author.notifications.endHint')} />
      <label className="tick span">
        <input type="checkbox" {...form.register('global')} />
        {t('author.notifications.field.global')}
      </label>
      {forAllClubs ? null : (
        <ClubChoice
          label={t('author.notifications.field.club_ids')}
          chosen={form.watch('club_ids')}
          known={entry.base?.clubs ?? []}
          max={MAX_CLUBS}
          onChange={(ids) => entry.setField('club_ids', ids)}
          error={clubsProblem === undefined ? undefined : problemText(clubsProblem)}
        />
      )}
    </EntryDialog>
  )
}
