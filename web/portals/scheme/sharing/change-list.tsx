import { ArrowRight, Minus, Pencil, Plus, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChangeItem, Changes } from '#contract/curriculum/sharing.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'

const kinds = ['added', 'changed', 'moved', 'removed'] as const
const icons: Record<ChangeItem['what'], LucideIcon> = {
  added: Plus,
  changed: Pencil,
  moved: ArrowRight,
  removed: Minus,
}
const colours = { added: 'done', changed: 'begun', moved: 'note', removed: 'todo' } as const

/** How much is different, in words. */
export function ChangeCounts({ changes }: { changes: Changes }) {
  const { t } = useTranslation()
  return (
    <span className="flow">
      {kinds.map((what) =>
        changes[what] === 0 ? null : (
          <Chip key={what} kind={colours[what]} icon={icons[what]}>
            {t(`author.change.count.${what}`, { count: changes[what] })}
          </Chip>
        ),
      )}
    </span>
  )
}

/** Every difference, one a line. */
export function ChangeList({ changes }: { changes: Changes }) {
  const { t } = useTranslation()
  const all = kinds.reduce((sum, what) => sum + changes[what], 0)
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
      {all > changes.items.length ? (
        <p className="dim">{t('author.change.more', { count: all - changes.items.length })}</p>
      ) : null}
    </>
  )
}
