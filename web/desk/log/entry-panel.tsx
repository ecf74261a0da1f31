import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuditDetail } from '#contract/tenants/audit.ts'
import type { AddressChange } from '#web/desk/list/list-address.ts'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { logKey, useLogWords } from './log-words.ts'

interface EntryPanelProps {
  id: string
  formatMoment: (ts: number) => string
  linkTo: (change: AddressChange) => string
  onClose: () => void
}

/** One entry of the log in detail, with the data before and after the change. */
export function EntryPanel({ id, onClose, ...rest }: EntryPanelProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const words = useLogWords()
  const answer = useQuery({
    queryKey: [...logKey, 'entry', id],
    queryFn: ({ signal }) => api.get(`/audit/${encodeURIComponent(id)}`, { signal }),
  })
  return (
    <SideSheet
      id={id}
      answer={answer}
      nameOf={({ action }) => words.action(action)}
      title={t('desk.log.one')}
      notFoundText={t('desk.log.unknown')}
      onClose={onClose}
    >
      {(entry) => <Detail entry={entry} onClose={onClose} {...rest} />}
    </SideSheet>
  )
}

function Detail({ entry, formatMoment, linkTo, onClose }: { entry: AuditDetail } & Omit<EntryPanelProps, 'id'>) {
  const { t } = useTranslation()
  const words = useLogWords()
  const { action, entity, entity_id: id, thing, club } = entry
  return (
    <>
      <SideHead name={words.action(action)} facts={[words.entity(entity), formatMoment(entry.at)]} onClose={onClose} />
      <div className="parts scroll">
        <section>
          <FactList
            facts={[
              [t('desk.log.who'), words.who(entry)],
              [t('desk.log.whom'), thing],
              [t('desk.log.club'), club?.name ?? null],
              [t('desk.log.id'), id],
            ]}
          />
          <p>
            <Link to={linkTo({ entity, thing: id })}>{t('desk.log.more')}</Link>
          </p>
        </section>
        {(['before', 'after'] as const).map((when) =>
          entry[when] === null ? null : (
            <section key={when}>
              <h3>{t(`desk.log.${when}`)}</h3>
              <FactList facts={words.facts(entry[when])} />
            </section>
          ),
        )}
      </div>
    </>
  )
}
