import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadError } from './load-error.tsx'
import { usePanel } from './use-panel.ts'

interface SideSheetProps<Thing> {
  id: string
  answer: { data: Thing | undefined; error: Error | null; isPending: boolean; refetch: () => unknown }
  /** The name of the thing, once it is loaded. */
  nameOf: (thing: Thing) => string
  /** The name of the panel until then. */
  title: string
  /** The message for an unknown id. */
  notFoundText: string
  onClose: () => void
  /** Whether the page prints the detail view, and not the list beside it, while it is open. */
  prints?: boolean
  children: (thing: Thing) => ReactNode
}

/** The detail view of one row, beside its list. */
export function SideSheet<Thing>(props: SideSheetProps<Thing>) {
  const { t } = useTranslation()
  const { id, answer, title, notFoundText, onClose, prints = false } = props
  const panel = usePanel(id, onClose)
  const { data } = answer
  return (
    <aside
      ref={panel}
      className={classNames('side', prints && 'prints')}
      aria-label={data === undefined ? title : props.nameOf(data)}
      tabIndex={-1}
    >
      {data === undefined ? (
        <div className="parts" aria-busy={answer.isPending}>
          <div className="split">
            <Button kind="bare" icon className="end" aria-label={t('shell.close')} onClick={onClose}>
              <Icon icon={X} />
            </Button>
          </div>
          {answer.error === null ? (
            <Skeleton height="20rem" />
          ) : (
            <LoadError error={answer.error} onRetry={answer.refetch} notFoundText={notFoundText} />
          )}
        </div>
      ) : (
        props.children(data)
      )}
    </aside>
  )
}

/**
 * The scrolling part of a detail view that holds nothing to focus. It takes the focus itself, so that it can be scrolled
 * by keyboard in every browser.
 */
export function ReadOnlyParts({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="parts scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

interface SideHeadProps {
  name: string
  /** Shown before the name, such as an avatar. */
  lead?: ReactNode
  /** Shown below the name; nulls are left out. */
  facts: readonly (string | null)[]
  onClose: () => void
  /** Buttons for what can be done with it. */
  children?: ReactNode
}

/** The header of a detail view: the name, some facts, and buttons. */
export function SideHead({ name, lead, facts, onClose, children }: SideHeadProps) {
  const { t } = useTranslation()
  return (
    <header>
      <div className="split">
        {lead}
        <div className="grow">
          <h2>{name}</h2>
          <p className="small dim">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <Button kind="bare" icon aria-label={t('shell.close')} onClick={onClose}>
          <Icon icon={X} />
        </Button>
      </div>
      {children === undefined ? null : <div className="flow">{children}</div>}
    </header>
  )
}

/** A list of facts with their names; nulls are left out. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
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
  )
}
