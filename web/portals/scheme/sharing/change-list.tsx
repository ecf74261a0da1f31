import { ArrowRight, Minus, Pencil, Plus, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChangeItem, Changes } from '#contract/curriculum/sharing.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'

/** The kinds of changes in the order in which they are counted. */
const kinds = ['added', 'changed', 'moved', 'removed'] as const
const icons: Record<ChangeItem['what'], LucideIcon> = {
  added: Plus,
  changed: Pencil,
  moved: ArrowRight,
  removed: Minus,
}
const colours = { added: 'done', changed: 'begun', moved: 'note', removed: 'todo' } as const

/** Says how many nodes were added, changed, moved and removed. */
export function ChangeCounts({ changes }: { changes: Changes }) {
  const { t } = useTranslation()
  return (
    <span className="flow">
      {kinds.map((kind) =>
        changes[kind] === 0 ? null : (
          <Chip key={kind} kind={colours[kind]} icon={icons[kind]}>
            {t(`author.change.count.${kind}`, { count: changes[kind] })}
          </Chip>
        ),
      )}
    </span>
  )
}

/** Lists the changes, one line each. */
export function ChangeList({ changes }: { changes: Changes }) {
  const { t } = useTranslation()
  const total = kinds.reduce((sum, kind) => sum + changes[kind], 0)
  return (
    <>
      <ul className="changes">
        {changes.items.map((item) => (
          <li key={`${item.what} ${item.id}`}>
            <Glyph kind={item.t} />
            <span className="grow">
              {item.was === null ? null : (
                <>
                  <del>{item.was}</del>{' '}
                </>
              )}
              {item.title}
              {item.text === null ? null : (
                <small className="text">
                  {item.text.was === '' ? null : <del>{item.text.was}</del>} <ins>{item.text.now}</ins>
                </small>
              )}
              {item.within === '' ? null : <small className="dim"> {item.within}</small>}
            </span>
            <Chip kind={colours[item.what]} icon={icons[item.what]}>
              {item.what === 'changed'
                ? item.fields.map((field) => t(`author.change.field.${field}`)).join(', ')
                : t(`author.change.${item.what}`)}
            </Chip>
          </li>
        ))}
      </ul>
      {total > changes.items.length ? (
        <p className="dim">{t('author.change.more', { count: total - changes.items.length })}</p>
      ) : null}
    </>
  )
}
