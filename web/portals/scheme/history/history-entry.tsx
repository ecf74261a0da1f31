import { Bookmark, BookmarkX, Check, ChevronDown, GitCompare, Link2, RotateCcw, Undo2 } from 'lucide-react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { HistoryEntry, HistoryItem } from '#contract/curriculum/history.ts'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Choices } from '../choices.tsx'
import { useChangeSentence } from './change-sentence.tsx'
import { restoreState } from './restore.ts'

/** What can be done with an entry. `restoreBefore` goes back to before it, `restoreAfter` to the point that it made. */
export type EntryAction = 'name' | 'unname' | 'compare' | 'restoreAfter' | 'restoreBefore'

const icons = {
  name: Bookmark,
  unname: BookmarkX,
  compare: GitCompare,
  restoreAfter: RotateCcw,
  restoreBefore: Undo2,
} as const

/** When an entry was made, on its day: `14:05`, or `14:05 to 14:30`. */
export function useEntryTime(): (entry: HistoryEntry) => string {
  const { t } = useTranslation()
  return ({ from_ts, to_ts }) => {
    const [from, to] = [clockTime(from_ts * 1000), clockTime(to_ts * 1000)]
    return from === to ? from : t('author.history.span', { from, to })
  }
}

/** The id of the button that opens the menu of an entry. */
export const actionsId = (revision: number) => `actions-of-${revision}`

interface EntryProps {
  entry: HistoryEntry
  slug: string
  /** Nothing was changed after it, so it is the scheme as it is now. */
  newest: boolean
  /** No other entry is shown. */
  single: boolean
  /** The history is narrowed to one node, which is then what is restored. */
  narrowed: boolean
  /** Another point was chosen to be compared. */
  comparing: boolean
  onAct: (action: EntryAction) => void
}

/** One entry of the history: its name, who made it and when, its changes in words, and what can be done with it. */
export function Entry({ entry, slug, newest, single, narrowed, comparing, onAct }: EntryProps) {
  const { t } = useTranslation()
  const timeOf = useEntryTime()
  const { by, name, release, linked, restorable, items } = entry
  const when = timeOf(entry)
  const restore = narrowed ? 'Node' : 'Tree'
  const textOf: Record<EntryAction, string> = {
    name: t(name === null ? 'author.history.act.name' : 'author.history.act.rename'),
    unname: t('author.history.act.unname'),
    compare: t(comparing ? 'author.history.act.compareWith' : 'author.history.act.compare'),
    restoreAfter: t(`author.history.act.restoreAfter${restore}`),
    restoreBefore: t(`author.history.act.restoreBefore${restore}`),
  }
  const actions: EntryAction[] = [
    ...(linked ? [] : (['name'] as const)),
    ...(name === null ? [] : (['unname'] as const)),
    // the only point can be compared with nothing but itself
    ...(restorable && !(newest && single) ? (['compare'] as const) : []),
    ...(restorable && !newest ? (['restoreAfter'] as const) : []),
    // only their owner changes linked nodes back
    ...(restorable && !linked ? (['restoreBefore'] as const) : []),
  ]
  return (
    <li>
      <div className="entry-head">
        <div className="grow">
          {name === null ? null : (
            <Chip kind="note" icon={Bookmark}>
              {name}
            </Chip>
          )}
          {release ? (
            <Chip kind="done" icon={Check}>
              {t('author.history.release')}
            </Chip>
          ) : null}
          {linked ? (
            <Chip kind="note" icon={Link2}>
              {t('author.history.linked')}
            </Chip>
          ) : null}
          <p>
            <b>{by}</b> <span className="dim num">{when}</span>
          </p>
        </div>
        {actions.length === 0 ? null : (
          <MenuTrigger>
            <AriaButton
              id={actionsId(entry.revision)}
              className="btn small"
              aria-label={t('author.history.actionsOf', { by, when })}
            >
              {t('author.schemes.actions')}
              <Icon icon={ChevronDown} />
            </AriaButton>
            <Choices<EntryAction>
              label={t('author.history.actionsOf', { by, when })}
              options={actions.map((id) => ({ id, text: textOf[id], before: <Icon icon={icons[id]} /> }))}
              onChoose={onAct}
            />
          </MenuTrigger>
        )}
      </div>
      <ul className="entry-items">
        {items.map((item, index) => (
          // the items of an entry never change places
          <Item key={index} item={item} slug={slug} restorable={restorable && !linked} />
        ))}
      </ul>
      {restorable ? null : <p className="small dim">{t('author.history.noWayBack')}</p>}
    </li>
  )
}

function Item({ item, slug, restorable }: { item: HistoryItem; slug: string; restorable: boolean }) {
  const { t } = useTranslation()
  const sentence = useChangeSentence()
  // what came is deleted by deleting it, and many nodes are restored with the whole entry
  const offersRestore = restorable && !['added', 'restored', 'settings'].includes(item.what) && item.more === 0
  return (
    <li>
      {item.t === null ? <span aria-hidden="true" /> : <Glyph kind={item.t} />}
      <span>{sentence(item)}</span>
      {offersRestore ? (
        <Link
          className="btn small bare"
          to={`/scheme/${slug}`}
          state={restoreState({ before: item.revision, nodes: item.ids })}
          aria-label={t('author.history.restoreNodesOf', { titles: item.titles.join(', ') })}
        >
          <Icon icon={RotateCcw} />
          {t('author.history.restoreNodes')}
        </Link>
      ) : null}
    </li>
  )
}
