import { GitCompare } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Tree } from '#domain/curriculum/tree.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ImpactTables, useImpactText } from '../impact-tables.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import type { HeldEdits } from '../session/gate.ts'
import { ruleOf } from '../node/rule.ts'
import { RuleRow } from '../node/rule-row.tsx'
import { usePutIntoCopy } from '../working-copy/use-put-into-copy.ts'

/**
 * Asks the author to confirm edits that would change members' levels before they are sent. "Keep editing" puts the decision
 * off; a strip then says that the edits wait.
 */
export function ImpactGate() {
  const { t } = useTranslation()
  const { raw, store, titleOf } = useEditor()
  const { held } = useEditorSnapshot()
  const impactText = useImpactText(titleOf)
  /** The tree for which the author put the decision off; further edits make another tree, which asks again. */
  const [deferredFor, setDeferredFor] = useState<Tree | null>(null)
  const { putting, putIntoCopy } = usePutIntoCopy()
  if (!held) return null
  const forCopy = raw.own ? store.heldForCopy() : null
  const { title, where } = impactText(held.impact)
  if (deferredFor === held.after)
    return createPortal(
      <output className="held-strip">
        <Icon icon={GitCompare} />
        <span className="grow">
          <b>{t('author.impact.waits')}</b> {title}
        </span>
        <Button size="small" onClick={() => setDeferredFor(null)}>
          {t('author.impact.decide')}
        </Button>
      </output>,
      document.body,
    )
  return (
    <Dialog
      open
      wide
      onClose={() => setDeferredFor(held.after)}
      title={title}
      closeLabel={t('author.impact.keep')}
      footer={
        <>
          <Button kind="bare" className="at-start" onClick={() => store.discardHeld()}>
            {t('author.impact.takeBack')}
          </Button>
          <Button onClick={() => setDeferredFor(held.after)}>{t('author.impact.keep')}</Button>
          {forCopy ? (
            <Button disabled={putting} onClick={() => void putIntoCopy(forCopy)}>
              {t('author.copy.putInto')}
            </Button>
          ) : null}
          <Button kind="main" onClick={() => store.confirmHeld()}>
            {t('author.impact.save')}
          </Button>
        </>
      }
    >
      <p className="dim">{where}</p>
      <RuleComparison held={held} />
      <ImpactTables impact={held.impact} titleOf={titleOf} />
      {forCopy ? <p className="dim">{t('author.copy.putIntoText')}</p> : null}
    </Dialog>
  )
}

/** Rules of more nodes than this are not drawn. */
const MAX_DRAWN_NODES = 20

/** The old and the new rule side by side, if that can be drawn for exactly one of the levels. */
function RuleComparison({ held: { before, after, impact } }: { held: HeldEdits }) {
  const { t } = useTranslation()
  const changed = impact.levels.flatMap(({ id }) => {
    const nodeBefore = before.nodes.get(id)
    const nodeAfter = after.nodes.get(id)
    if (!nodeBefore || !nodeAfter) return []
    const ruleBefore = ruleOf(before, nodeBefore)
    const ruleAfter = ruleOf(after, nodeAfter)
    // rules with the same numbers would be drawn alike
    const isSame = ruleBefore.count === ruleAfter.count && ruleBefore.ids.length === ruleAfter.ids.length
    const isLong = Math.max(ruleBefore.ids.length, ruleAfter.ids.length) > MAX_DRAWN_NODES
    if (isSame || isLong) return []
    const sides = [
      { key: 'now', ...ruleBefore, required: nodeBefore.required },
      { key: 'next', ...ruleAfter, required: nodeAfter.required },
    ]
    return [sides]
  })
  const [onlyChange, secondChange] = changed
  if (!onlyChange || secondChange) return null
  return (
    <div className="was">
      {onlyChange.map(({ key, ids, count, required }) => (
        <div key={key}>
          <span className="dim">{t(`author.impact.${key}`)}</span>
          <RuleRow ids={ids} required={required} need={count} />
          <b>
            {count >= ids.length ? t('author.impact.allOf', { count: ids.length }) : t('author.rule.any', { count })}
          </b>
        </div>
      ))}
    </div>
  )
}
