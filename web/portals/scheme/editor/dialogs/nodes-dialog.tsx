import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inOrder, subtree, type AuthorNode } from '#domain/curriculum/tree.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Check } from '#web/ui/form/check.tsx'
import { useEditor, useView } from '../editor-context.ts'
import { findNodes } from '../tree/find-nodes.ts'
import { FoundNote } from '../tree/found-note.tsx'
import { ancestorsOf } from '../tree/tree-position.ts'

/** More are found by their words. */
const MOST_SHOWN = 100

interface NodesDialogProps {
  title: string
  /** Whose rule it is: what lies below it is offered first. */
  node: AuthorNode
  chosen: readonly string[]
  /** Words of the choice that names nothing by itself. */
  everything?: string
  onEverything?: () => boolean
  onChoose: (ids: string[]) => boolean
  onClose: () => void
}

/** Chooses nodes of the scheme by ticks, those below first, any other by its words. */
export function NodesDialog({ title, node, chosen, everything, onEverything, onChoose, onClose }: NodesDialogProps) {
  const { t } = useTranslation()
  const { nodeTitle } = useEditor()
  const { tree } = useView()
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const [first] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const nodes = useMemo(() => inOrder(tree), [tree])
  const offered = useMemo(() => {
    if (words.trim() !== '') {
      const others = nodes.filter((one) => one.id !== node.id)
      return findNodes(others, words, MOST_SHOWN)
    }
    const below = new Set(subtree(tree, node.id).map((one) => one.id))
    below.delete(node.id)
    const near = nodes.filter((one) => below.has(one.id) || first.has(one.id))
    return findNodes(near, '', MOST_SHOWN)
  }, [nodes, tree, node.id, words, first])
  const toggle = (id: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  const save = () => {
    onClose()
    onChoose(nodes.flatMap((one) => (ticked.has(one.id) ? [one.id] : [])))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('shell.close')}
      footer={
        <>
          {everything === undefined ? null : (
            <Button
              kind="bare"
              className="at-start"
              onClick={() => {
                onClose()
                onEverything?.()
              }}
            >
              {everything}
            </Button>
          )}
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" disabled={everything !== undefined && ticked.size === 0} onClick={save}>
            {t('author.rule.use', { count: ticked.size })}
          </Button>
        </>
      }
    >
      <SearchBox label={t('author.jump.label')} rule="special" value={words} onSearch={setWords} />
      {offered.total === 0 ? <p className="dim">{t('scheme.nodeNone')}</p> : null}
      <div>
        {offered.shown.map((one) => (
          <Check
            key={one.id}
            checked={ticked.has(one.id)}
            hint={ancestorsOf(tree, one.id).map(nodeTitle).join(', ')}
            onChange={(event) => toggle(one.id, event.target.checked)}
          >
            {nodeTitle(one)}
          </Check>
        ))}
      </div>
      <FoundNote found={offered} />
    </Dialog>
  )
}
