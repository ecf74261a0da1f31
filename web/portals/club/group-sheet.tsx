import { Pencil, UserMinus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupSheet } from '#contract/groups.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { displayDate } from '#web/shell/dates.ts'
import { useShell, useWordLanguage } from '#web/shell/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useGroup, useGroupWrites } from './group-data.ts'
import { GroupForm } from './group-form.tsx'
import { useSlotWords } from './group-words.ts'
import { MemberPicker } from './member-picker.tsx'
import { useGroupChoices, useOwnsRecords } from './office-data.ts'
import { usePanel } from './use-panel.ts'

interface PanelProps {
  id: string
  schemes: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
}

/** A group beside the list: its facts, its coaches, and who is in it. */
export function GroupSheetPanel({ id, schemes, onClose }: PanelProps) {
  const { t } = useTranslation()
  const group = useGroup(id)
  const panel = usePanel(id, onClose)
  return (
    <aside ref={panel} className="side" aria-label={group.data?.name ?? t('club.group.title')} tabIndex={-1}>
      {group.data ? (
        <Sheet group={group.data} schemes={schemes} onClose={onClose} />
      ) : (
        <div className="parts" aria-busy={group.isPending}>
          <Button kind="bare" icon aria-label={t('shell.close')} onClick={onClose}>
            <Icon of={X} />
          </Button>
          {group.isError ? (
            <Alert kind="bad">
              <p>
                {t(
                  group.error instanceof ApiError && group.error.status === 404 ? 'club.group.unknown' : 'club.failed',
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

function Sheet({ group, schemes, onClose }: Omit<PanelProps, 'id'> & { group: GroupSheet }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const slot = useSlotWords()
  const [editing, setEditing] = useState(false)
  const owns = useOwnsRecords()
  return (
    <>
      <header>
        <div className="split">
          <div className="grow">
            <h2>{group.name}</h2>
            <p className="small dim">{[slot(group), group.place].filter(Boolean).join(' · ')}</p>
          </div>
          <Button kind="bare" icon aria-label={t('shell.close')} onClick={onClose}>
            <Icon of={X} />
          </Button>
        </div>
        {owns ? (
          <div className="flow">
            <Button size="small" onClick={() => setEditing(true)}>
              <Icon of={Pencil} />
              {t('club.sheet.edit')}
            </Button>
          </div>
        ) : null}
      </header>
      <div className="parts scroll">
        <Members group={group} />
        <Facts group={group} schemes={schemes} />
      </div>
      {editing ? (
        <GroupForm
          group={group}
          schemes={schemes}
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

function Facts({ group, schemes }: { group: GroupSheet; schemes: ReadonlyMap<string, ReadyScheme> }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const scheme = schemes.get(group.scheme_slug ?? '')
  const date = (day: string) => displayDate(day, '', language)
  const facts: [string, string | null][] = [
    [
      t('club.groupField.scheme_slug'),
      scheme
        ? [scheme.curriculum.name, ...group.levels.map((level) => scheme.nodes.get(level)?.title ?? level)].join(', ')
        : null,
    ],
    [t('club.groupField.duration_minutes'), String(group.duration_minutes)],
    [t('club.groupField.first_date'), date(group.first_date)],
    [t('club.groupField.last_date'), group.last_date === null ? null : date(group.last_date)],
  ]
  return (
    <>
      <section>
        <h3>{t('club.groupField.coaches')}</h3>
        {group.coaches.length === 0 ? <p className="dim">{t('club.group.noCoach')}</p> : null}
        <ul className="stack">
          {group.coaches.map((coach) => (
            <li key={coach.uuid + coach.from}>
              <span className="mid">
                {coach.firstname} {coach.lastname}
              </span>
              <br />
              <span className="small dim">
                {coach.to === null
                  ? t('club.group.since', { day: date(coach.from) })
                  : t('club.group.fromTo', { from: date(coach.from), to: date(coach.to) })}
              </span>
            </li>
          ))}
        </ul>
      </section>
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
    </>
  )
}

/** Who is in the group; each write is done at once and can be taken back by its opposite. */
function Members({ group }: { group: GroupSheet }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { enter, remove, move } = useGroupWrites()
  const owns = useOwnsRecords()
  const others = (useGroupChoices().data?.rows ?? []).filter((other) => other.id !== group.id)
  const { members, max_size } = group

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work()
      alerts.show(done, 'done')
    } catch (error) {
      const code = error instanceof ApiError ? error.error : ''
      alerts.show(
        t(code === 'GROUP_FULL' || code === 'MEMBER_INACTIVE' ? `club.group.${code}` : 'club.group.writeFailed'),
        'bad',
      )
    }
  }
  return (
    <section>
      <div className="split">
        <h3>{t('club.members.title')}</h3>
        <b className="end">
          {max_size === null
            ? t('club.group.count', { count: members.length })
            : t('club.group.places', { count: members.length, of: max_size })}
        </b>
      </div>
      {owns ? (
        <MemberPicker
          label={t('club.group.add')}
          isIn={(uuid) => members.some((member) => member.uuid === uuid)}
          onPick={(member) =>
            void run(
              () => enter(group.id, member.uuid),
              t('club.group.entered', { name: member.firstname, group: group.name }),
            )
          }
        />
      ) : null}
      {members.length === 0 ? <p className="dim small">{t('club.group.empty')}</p> : null}
      <ul className="places">
        {members.map((member) => {
          const name = `${member.firstname} ${member.lastname}`
          return (
            <li key={member.uuid} className="split">
              <span className="grow">
                <Link to={`/members?member=${member.uuid}`}>{name}</Link>{' '}
                <span className="small dim">{t('club.sheet.age', { count: member.age })}</span>
              </span>
              {owns ? (
                <>
                  <select
                    aria-label={t('club.group.moveOf', { name })}
                    value=""
                    onChange={(event) => {
                      const to = others.find((other) => other.id === event.target.value)
                      if (to)
                        void run(
                          () => move(group.id, member.uuid, to.id),
                          t('club.group.moved', { name: member.firstname, group: to.name }),
                        )
                    }}
                  >
                    <option value="">{t('club.group.move')}</option>
                    {others.map((other) => (
                      <option key={other.id} value={other.id}>
                        {other.name}
                      </option>
                    ))}
                  </select>
                  <Button
                    kind="bare"
                    size="small"
                    icon
                    aria-label={t('club.group.removeOf', { name })}
                    onClick={() =>
                      void run(
                        () => remove(group.id, member.uuid),
                        t('club.group.removed', { name: member.firstname, group: group.name }),
                      )
                    }
                  >
                    <Icon of={UserMinus} />
                  </Button>
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
