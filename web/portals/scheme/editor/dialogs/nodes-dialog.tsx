import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inTreeOrder, subtree, type AuthorNode } from '#domain/curriculum/tree.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Check } from '#web/ui/form/check.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { findNodes } from '../tree/find-nodes.ts'
import { MatchCount } from '../tree/match-count.tsx'
import { ancestorsOf } from '../tree/tree-position.ts'

/** How many nodes are listed at most; the search finds the others. */
const MAX_SHOWN = 100

interface NodesDialogProps {
  title: string
  /** The node that the rule belongs to; its descendants are listed first. */
  node: AuthorNode
  chosen: readonly string[]
  /** The label of the button that resets the rule to all children; without it there is no such button. */
  resetLabel?: string
  onReset?: () => boolean
  onChoose: (ids: string[]) => boolean
  onClose: () => void
}

/** Chooses nodes for a rule. It lists the node's descendants and the current choice; the search finds any other node. */
export function NodesDialog({ title, node, chosen, resetLabel, onReset, onChoose, onClose }: NodesDialogProps) {
  const { t } = useTranslation()
  const { nodeTitle } = useEditor()
  const { tree } = useEditorSnapshot()
  const [searchText, setSearchText] = useState('')
  const [tickedIds, setTickedIds] = useState<ReadonlySet<string>>(() => new Set(chosen))
  // a node of the former choice stays listed when it is unticked
  const [initialIds] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const isChanged = tickedIds.size !== initialIds.size || [...initialIds].some((id) => !tickedIds.has(id))
  const { leave, question } = useUnsavedWarning(isChanged, onClose)
  const nodes = useMemo(() => inTreeOrder(tree), [tree])
  const offered = useMemo(() => {
    if (searchText.trim() !== '') {
      const others = nodes.filter((candidate) => candidate.id !== node.id)
      return findNodes(others, searchText, MAX_SHOWN)
    }
    const descendantIds = new Set(subtree(tree, node.id).map(({ id }) => id))
    descendantIds.delete(node.id)
    const listed = nodes.filter((candidate) => descendantIds.has(candidate.id) || initialIds.has(candidate.id))
    return findNodes(listed, '', MAX_SHOWN)
  }, [nodes, tree, node.id, searchText, initialIds])
  const setTicked = (id: string, checked: boolean) => {
    const next = new Set(tickedIds)
    if (checked) next.add(id)
    else next.delete(id)
    setTickedIds(next)
  }
  const save = () => {
    onClose()
    onChoose(nodes.flatMap(({ id }) => (tickedIds.has(id) ? [id] : [])))
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      closeLabel={t('shell.close')}
      footer={
        <>
          {resetLabel === undefined ? null : (
            <Button
              kind="bare"
              className="at-start"
              onClick={() => {
                onClose()
                onReset?.()
              }}
            >
              {resetLabel}
            </Button>
          )}
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          {/* a list that can be reset to all children must not be empty */}
          <Button kind="main" disabled={resetLabel !== undefined && tickedIds.size === 0} onClick={save}>
            {t('author.rule.use', { count: tickedIds.size })}
          </Button>
        </>
      }
    >
      <SearchBox label={t('author.jump.label')} rule="special" value={searchText} onSearch={setSearchText} />
      <MatchCount found={offered} />
      {offered.total === 0 ? <p className="dim">{t('scheme.nodeNone')}</p> : null}
      <div>
        {offered.shown.map((candidate) => (
          <Check
            key={candidate.id}
            checked={tickedIds.has(candidate.id)}
            hint={ancestorsOf(tree, candidate.id).map(nodeTitle).join(', ')}
            onChange={(event) => setTicked(candidate.id, event.target.checked)}
          >
            {nodeTitle(candidate)}
          </Check>
        ))}
      </div>
      {question}
    </Dialog>
  )
}
