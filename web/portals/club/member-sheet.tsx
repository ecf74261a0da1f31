import { HeartPulse, Link2, NotebookPen, Pencil, UserCheck, UserMinus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberSheet } from '#contract/club-members.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { displayDate, weekdayName } from '#web/shell/dates.ts'
import { useShell, useWordLanguage } from '#web/shell/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Question } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MemberForm } from './member-form.tsx'
import { ProgressParts, useClubDay } from './member-progress.tsx'
import { useSheet, useSheetWrites } from './member-sheet-data.ts'
import { InviteButton } from './invite-button.tsx'
import { useOwnsRecords } from './office-data.ts'
import { usePanel } from './use-panel.ts'

interface SheetProps {
  uuid: string
  schemes: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
}

/** Everything the club holds of a member, beside the list [3.6]. */
export function MemberSheetPanel({ uuid, schemes, onClose }: SheetProps) {
  const { t } = useTranslation()
  const sheet = useSheet(uuid)
  const panel = usePanel(uuid, onClose)
  const name = sheet.data ? `${sheet.data.firstname} ${sheet.data.lastname}` : t('club.sheet.title')
  return (
    <aside ref={panel} className="side" aria-label={name} tabIndex={-1}>
      {sheet.data ? (
        <Sheet sheet={sheet.data} schemes={schemes} onClose={onClose} />
      ) : (
        <div className="parts" aria-busy={sheet.isPending}>
          <Button kind="bare" icon className="end" aria-label={t('shell.close')} onClick={onClose}>
            <Icon of={X} />
          </Button>
          {sheet.isError ? (
            <Alert kind="bad">
              <p>
                {t(
                  sheet.error instanceof ApiError && sheet.error.status === 404 ? 'club.sheet.unknown' : 'club.failed',
                )}
              </p>
            </Alert>
          ) : (
            <Skeleton height="20rem" />
          )}
        </div>
      )}
    </aside>
  )
}

function Sheet({ sheet, schemes, onClose }: Omit<SheetProps, 'uuid'> & { sheet: MemberSheet }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [editing, setEditing] = useState(false)
  const owns = useOwnsRecords()
  const day = useClubDay()
  return (
    <>
      <header>
        <div className="split">
          <Avatar firstname={sheet.firstname} lastname={sheet.lastname} size="3rem" />
          <div className="grow">
            <h2>
              {sheet.firstname} {sheet.lastname}
            </h2>
            <p className="small dim">
              {[sheet.ngo_id, t('club.sheet.age', { count: sheet.age }), t(`club.members.view.${sheet.status}`)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <Button kind="bare" icon aria-label={t('shell.close')} onClick={onClose}>
            <Icon of={X} />
          </Button>
        </div>
        <div className="flow">
          <Button size="small" onClick={() => setEditing(true)}>
            <Icon of={Pencil} />
            {t('club.sheet.edit')}
          </Button>
          {owns ? <StatusButton sheet={sheet} /> : null}
        </div>
      </header>
      <div className="parts scroll">
        {sheet.medical === null && sheet.note === null ? null : (
          <section className="stack">
            {sheet.medical === null ? null : (
              <div className="alert bad">
                <Icon of={HeartPulse} />
                <p className="lines">
                  <b>{t('club.sheet.medical')}</b> {sheet.medical}
                </p>
              </div>
            )}
            {sheet.note === null ? null : (
              <div className="alert">
                <Icon of={NotebookPen} />
                <p className="lines">
                  <b>{t('club.sheet.note')}</b> {sheet.note}
                  {sheet.note_by === null ? null : (
                    <span className="small dim">
                      {'\n'}
                      {[sheet.note_by, sheet.note_at === null ? '' : day(sheet.note_at)].filter(Boolean).join(', ')}
                    </span>
                  )}
                </p>
              </div>
            )}
          </section>
        )}
        <Facts sheet={sheet} />
        <Groups sheet={sheet} />
        <Guardians sheet={sheet} />
        <ProgressParts sheet={sheet} schemes={schemes} />
      </div>
      {editing ? (
        <MemberForm
          sheet={sheet}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            alerts.show(t('club.form.saved'), 'done')
          }}
        />
      ) : null}
    </>
  )
}

/** Inactive members leave the groups, which nothing undoes by itself: so it is said before. */
function StatusButton({ sheet }: { sheet: MemberSheet }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { change, again } = useSheetWrites()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const active = sheet.status === 'active'

  async function turn(): Promise<void> {
    setBusy(true)
    try {
      await change(sheet.uuid, { status: active ? 'inactive' : 'active' }, sheet.revision)
      alerts.show(t(active ? 'club.sheet.nowInactive' : 'club.sheet.nowActive', { name: sheet.firstname }), 'done')
    } catch (error) {
      const meanwhile = error instanceof ApiError && error.error === 'EDIT_CONFLICT'
      if (meanwhile) await again(sheet.uuid)
      alerts.show(t(meanwhile ? 'club.sheet.meanwhile' : 'club.form.failed'), 'bad')
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        disabled={busy}
        onClick={() => (active && sheet.groups.length > 0 ? setAsking(true) : void turn())}
      >
        <Icon of={active ? UserMinus : UserCheck} />
        {t(active ? 'club.sheet.makeInactive' : 'club.sheet.makeActive')}
      </Button>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        title={t('club.sheet.leaves', {
          name: sheet.firstname,
          count: sheet.groups.length,
          groups: sheet.groups.map((group) => group.name).join(', '),
        })}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('club.form.cancel')}</Button>
            <Button kind="risk" disabled={busy} onClick={() => void turn()}>
              {t('club.sheet.makeInactive')}
            </Button>
          </>
        }
      >
        <p>{t('club.sheet.leavesText')}</p>
      </Question>
    </>
  )
}

function Facts({ sheet }: { sheet: MemberSheet }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const facts: [string, string | null][] = [
    [t('club.field.dob'), displayDate(sheet.dob, '', language)],
    [t('club.field.phones'), sheet.phones.join(', ') || null],
    [t('club.field.member_type'), sheet.member_type],
    [t('club.field.category'), sheet.category === null ? null : t(`club.category.${sheet.category}`)],
    [t('club.field.tags'), sheet.tags.join(', ') || null],
    [t('club.sheet.clubs'), sheet.owners.length > 1 ? sheet.owners.map((club) => club.name).join(', ') : null],
  ]
  return (
    <section>
      <h3>{t('club.sheet.details')}</h3>
      <dl className="kv">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}

function Groups({ sheet }: { sheet: MemberSheet }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  return (
    <section>
      <h3>{t('club.members.groups')}</h3>
      {sheet.groups.length === 0 ? <p className="dim">{t('club.sheet.noGroup')}</p> : null}
      <ul className="stack">
        {sheet.groups.map((group) => (
          <li key={`${group.id}${group.from}`}>
            <span className="mid">{group.name}</span>,{' '}
            {group.weekdays.length === 7
              ? t('club.group.daily')
              : group.weekdays.map((day) => weekdayName(day, language)).join(', ')}{' '}
            {group.start_at}
            <br />
            <span className="small dim">{group.coaches.join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Guardians({ sheet }: { sheet: MemberSheet }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('club.field.guardians')}</h3>
      {sheet.guardians.length === 0 ? <p className="dim">{t('club.sheet.noGuardian')}</p> : null}
      <dl className="kv">
        {sheet.guardians.map((guardian, k) => (
          // two of one name may be there
          // oxlint-disable-next-line react/no-array-index-key
          <div key={k}>
            <dt>
              {guardian.guardian_firstname} {guardian.guardian_lastname}
            </dt>
            <dd>
              {guardian.guardian_email ?? t('club.sheet.noEmail')}
              <InviteButton member={sheet} guardian={guardian} />
            </dd>
          </div>
        ))}
      </dl>
      {sheet.links.length > 0 ? (
        <p className="flow linked">
          {sheet.links.map((parent) => (
            <Chip key={parent.uuid} kind="done" icon={Link2}>
              {t('club.sheet.linked', { name: `${parent.firstname} ${parent.lastname}` })}
            </Chip>
          ))}
        </p>
      ) : null}
    </section>
  )
}
