import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Term } from '#contract/scheduling/sessions.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { UNDO_MS } from '../use-undo.ts'
import { useLocalName, useSessionWrites, useTerms } from './session-data.ts'
import { TermForm } from './term-form.tsx'

/** The club's terms and holidays, past ones included, in the order of their first days. */
export function TermsList() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const terms = useTerms()
  const [open, setOpen] = useState<Term | 'new' | null>(null)
  return (
    <div className="work">
      <div className="list sessions">
        <div className="tools">
          <p className="dim grow">{t('club.terms.about')}</p>
          <Button kind="main" onClick={() => setOpen('new')}>
            <Icon icon={Plus} />
            {t('club.terms.add')}
          </Button>
        </div>
        <div className="scroll grow">
          {terms.data?.length === 0 ? (
            <Empty title={t('club.terms.none')}>{t('club.terms.noneHow')}</Empty>
          ) : terms.data ? (
            <TermsTable terms={terms.data} onEdit={setOpen} />
          ) : terms.isError ? (
            <div className="in">
              <NotLoaded onRetry={terms.refetch} />
            </div>
          ) : (
            <Skeleton height="12rem" />
          )}
        </div>
      </div>
      {open === null ? null : (
        <TermForm
          term={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null)
            alerts.show(t('desk.saved'), 'done')
          }}
        />
      )}
    </div>
  )
}

function TermsTable({ terms, onEdit }: { terms: readonly Term[]; onEdit: (term: Term) => void }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const language = useWordLanguage()
  const nameOf = useLocalName()
  const { busy, act } = useAct()
  const { createTerm, removeTerm } = useSessionWrites()
  const day = (date: string) => fullDate(date, language)
  const remove = ({ id, revision: _, ...body }: Term) =>
    act(async () => {
      await removeTerm(id)
      alerts.show(
        t('club.terms.removed', { name: nameOf(body.name) }),
        'done',
        UNDO_MS,
        () =>
          void act(
            () => createTerm(body),
            () => t('club.sessions.undone'),
          ),
      )
    })
  return (
    <table className="table still" aria-label={t('club.sessions.view.terms')}>
      <thead>
        <tr>
          <th>{t('club.terms.name')}</th>
          <th>{t('club.terms.when')}</th>
          <th>
            <span className="sr">{t('club.sessions.changes')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <tr key={term.id}>
            <td className="name">
              {nameOf(term.name)}{' '}
              <Chip kind={term.kind === 'term' ? 'note' : 'line'}>{t(`club.terms.kinds.${term.kind}`)}</Chip>
            </td>
            <td>
              <span className="nowrap">{day(term.first_date)} –</span>{' '}
              <span className="nowrap">{day(term.last_date)}</span>
            </td>
            <td className="r">
              <span className="acts">
                <Button
                  kind="bare"
                  size="small"
                  icon
                  aria-label={t('club.form.edit', { name: nameOf(term.name) })}
                  onClick={() => onEdit(term)}
                >
                  <Icon icon={Pencil} />
                </Button>
                <Button
                  kind="bare"
                  size="small"
                  icon
                  disabled={busy}
                  aria-label={t('club.terms.remove', { name: nameOf(term.name) })}
                  onClick={() => void remove(term)}
                >
                  <Icon icon={Trash2} />
                </Button>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
