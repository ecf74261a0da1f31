import { ClipboardPaste, Copy, Link2, Plus, Scissors, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import type { RefusalCode } from '#domain/curriculum/tree.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Choices } from '../../choices.tsx'
import { useEditor } from '../editor-context.ts'
import { MirrorDialog } from '../dialogs/mirror-dialog.tsx'
import { ancestorsOf } from './tree-position.ts'

interface TreeBarProps {
  selectedCount: number
  /** Why the dragged nodes cannot be dropped under the pointer. */
  refusal: RefusalCode | null
  /** How many nodes are on the clipboard. */
  clipCount: number
  onAdd: (kind: NodeKind) => void
  onCut: () => void
  onCopy: () => void
  onPaste: () => void
  onDelete: () => void
  /** A linked node is added to the open node or its nearest ancestor that can have children. */
  openId: string | null
}

/** The toolbar below the tree: commands for the selected nodes. */
export function TreeBar(props: TreeBarProps) {
  const { selectedCount, refusal, clipCount, onAdd, onCut, onCopy, onPaste, onDelete, openId } = props
  const { t } = useTranslation()
  const { raw, copy, store } = useEditor()
  const [linking, setLinking] = useState(false)
  const noneSelected = selectedCount === 0
  const { tree } = store.get()
  const openNode = tree.nodes.get(openId ?? '')
  // the owner of a linked node decides what is below it
  const linkParent = openNode
    ? [openNode, ...ancestorsOf(tree, openNode.id).toReversed()].find((node) => node.t !== 's' && !node.origin)
    : undefined
  return (
    <div className="tree-bar">
      <span aria-live="polite" className={refusal ? 'refused' : ''}>
        {refusal ? (
          t(`author.refused.${refusal}`)
        ) : noneSelected ? null : (
          <>
            <span className="words">{t('author.tree.selected', { count: selectedCount })}</span>
            <span className="figure num" aria-hidden="true">
              {selectedCount}
            </span>
          </>
        )}
      </span>
      {raw.own ? (
        <span className="end flow">
          <Button kind="bare" icon aria-label={t('author.tree.cut')} disabled={noneSelected} onClick={onCut}>
            <Icon icon={Scissors} />
          </Button>
          <Button kind="bare" icon aria-label={t('author.tree.copy')} disabled={noneSelected} onClick={onCopy}>
            <Icon icon={Copy} />
          </Button>
          <Button
            kind="bare"
            icon
            aria-label={t('author.tree.paste', { count: clipCount })}
            disabled={clipCount === 0}
            onClick={onPaste}
          >
            <Icon icon={ClipboardPaste} />
          </Button>
          <Button kind="bare" icon aria-label={t('author.tree.delete')} disabled={noneSelected} onClick={onDelete}>
            <Icon icon={Trash2} />
          </Button>
          {/* a link is made live, by a request of its own */}
          {copy === null ? (
            <Button kind="bare" icon aria-label={t('author.linked.button')} onClick={() => setLinking(true)}>
              <Icon icon={Link2} />
            </Button>
          ) : null}
          <MenuTrigger>
            <AriaButton className="btn small">
              <Icon icon={Plus} />
              {t('author.tree.add')}
            </AriaButton>
            <Choices
              label={t('author.tree.add')}
              options={(['l', 'sg', 's'] as const).map((kind) => ({
                id: kind,
                text: t(`author.kind.${kind}`),
                before: <Glyph kind={kind} />,
              }))}
              onChoose={onAdd}
            />
          </MenuTrigger>
        </span>
      ) : null}
      {linking ? <MirrorDialog parentId={linkParent?.id ?? null} onClose={() => setLinking(false)} /> : null}
    </div>
  )
}
