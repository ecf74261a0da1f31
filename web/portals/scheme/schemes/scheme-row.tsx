import { RotateCcw, Share2, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Scheme, SchemeFacts } from '#contract/curriculum/schemes.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDeviceDay } from '../device-day.ts'
import { usePrefetchTree } from './prefetch-tree.ts'
import type { SchemeAction } from './scheme-action.ts'
import { SchemeActions } from './scheme-actions.tsx'
import { useSinceTexts } from './since-texts.ts'
import { StateChip } from './state-chip.tsx'

interface RowProps {
  scheme: Scheme
  onAct: (action: SchemeAction) => void
  onRestore: () => void
}

/** One scheme of the list: its name, what it is, and a menu. A deleted one can only be brought back. */
export function SchemeRow({ scheme, onAct, onRestore }: RowProps) {
  const { t } = useTranslation()
  const { name, facts } = scheme
  const prefetchTree = usePrefetchTree(scheme.slug)
  // an own scheme that is not published has no chip
  const ownState = scheme.published ? 'published' : null
  // `followedOnce`: the subscription to another client's scheme has ended
  const foreignState = scheme.subscribed ? 'subscribed' : 'followedOnce'
  const sharingState = scheme.own ? ownState : foreignState
  return (
    <li className="scheme-row">
      <Glyph kind="l" />
      <div className="name">
        {scheme.deleted ? (
          <span className="dim">{name}</span>
        ) : (
          <Link className="plain" to={`/scheme/${scheme.slug}`} {...prefetchTree}>
            {name}
          </Link>
        )}
        {facts ? <FactLines scheme={scheme} facts={facts} /> : null}
        <small className="dim">{scheme.languages.map(languageName).join(', ')}</small>
      </div>
      {scheme.deleted ? (
        <div className="flow">
          <Chip kind="todo" icon={Trash2}>
            {t('author.schemes.deleted')}
          </Chip>
          <Button size="small" aria-label={t('author.schemes.undeleteOf', { name })} onClick={onRestore}>
            <Icon icon={RotateCcw} />
            {t('author.schemes.undelete')}
          </Button>
        </div>
      ) : (
        <div className="flow">
          <StateChip state={scheme.state} />
          {sharingState === null ? null : (
            <Chip kind={sharingState === 'followedOnce' ? 'line' : 'done'} icon={Share2}>
              {t(`author.schemes.${sharingState}`)}
            </Chip>
          )}
          <SchemeActions scheme={scheme} onAct={onAct} />
        </div>
      )}
    </li>
  )
}

/** How large a scheme is and who is on it; then when it was last changed, released or retired, and published. */
function FactLines({ scheme, facts }: { scheme: Scheme; facts: SchemeFacts }) {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  const { levels, skills, members, changed_ts, changed_by } = facts
  const { state, state_ts } = scheme
  const { released, published, follows } = useSinceTexts(scheme)
  // a draft has a chip that says all
  const inState =
    state === 'draft' || state_ts === null ? null : t(`author.state.since.${state}`, { day: dayOf(state_ts) })
  const since = [released ?? inState, published, follows].filter((text) => text !== null)
  return (
    <>
      <small>{t('author.schemes.size', { levels, skills, members })}</small>
      {changed_ts === null ? null : (
        <small className="dim">{t('author.schemes.lastChange', { day: dayOf(changed_ts), by: changed_by })}</small>
      )}
      {since.map((text) => (
        <small key={text} className="dim">
          {text}
        </small>
      ))}
    </>
  )
}
