import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotThere } from './not-there.tsx'
import { usePanel } from './use-panel.ts'

interface SideSheetProps<Thing> {
  id: string
  answer: { data: Thing | undefined; error: Error | null; isPending: boolean; refetch: () => unknown }
  /** Its name, once it is there. */
  nameOf: (thing: Thing) => string
  /** What it is called before. */
  title: string
  /** What is said when there is none of this id. */
  unknown: string
  onClose: () => void
  children: (thing: Thing) => ReactNode
}

/** One row in full, beside its list. */
export function SideSheet<Thing>(props: SideSheetProps<Thing>) {
  const { t } = useTranslation()
  const { id, answer, title, unknown, onClose } = props
  const panel = usePanel(id, onClose)
  const { data } = answer
  return (
    <aside ref={panel} className="side" aria-label={data === undefined ? title : props.nameOf(data)} tabIndex={-1}>
      {data === undefined ? (
        <div className="parts" aria-busy={answer.isPending}>
          <div className="split">
            <Button kind="bare" icon className="end" aria-label={t('shell.close')} onClick={onClose}>
              <Icon of={X} />
            </Button>
          </div>
          {answer.error === null ? (
            <Skeleton height="20rem" />
          ) : (
            <NotThere error={answer.error} again={answer.refetch} unknown={unknown} />
          )}
        </div>
      ) : (
        props.children(data)
      )}
    </aside>
  )
}

interface SideHeadProps {
  name: string
  /** Before the name: a face. */
  lead?: ReactNode
  /** Under the name; what is not known is left out. */
  facts: readonly (string | null)[]
  onClose: () => void
  /** What can be done with it. */
  children?: ReactNode
}

/** The head of a detail view: who it is, and what can be done. */
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
          <Icon of={X} />
        </Button>
      </div>
      {children === undefined ? null : <div className="flow">{children}</div>}
    </header>
  )
}

/** Facts to their names; what is not known is left out. */
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
