import { ClipboardPaste, Copy, Link2, Plus, Scissors, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import type { RefusalCode } from '#domain/curriculum/tree.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Choices } from '../choices.tsx'
import { useEditor } from '../editor-context.ts'
import { MirrorDialog } from '../dialogs/mirror-dialog.tsx'
import { ancestorsOf } from './tree-position.ts'

interface TreeBarProps {
  chosenCount: number
  /** Why the dragged nodes cannot be dropped under the pointer. */
  refusal: RefusalCode | null
  /** How many nodes were cut or copied. */
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
  const { chosenCount, refusal, clipCount, onAdd, onCut, onCopy, onPaste, onDelete, openId } = props
  const { t } = useTranslation()
  const { raw, store } = useEditor()
  const [linking, setLinking] = useState(false)
  const noneChosen = chosenCount === 0
  const { tree } = store.get()
  const open = tree.nodes.get(openId ?? '')
  const linkParent = open
    ? [open, ...ancestorsOf(tree, open.id).toReversed()].find((node) => node.t !== 's' && !node.origin)
    : undefined
  return (
    <div className="tree-bar">
      <span aria-live="polite" className={refusal ? 'refused' : ''}>
        {refusal ? (
          t(`author.refused.${refusal}`)
        ) : noneChosen ? null : (
          <>
            <span className="words">{t('author.tree.selected', { count: chosenCount })}</span>
            <span className="figure num" aria-hidden="true">
              {chosenCount}
            </span>
          </>
        )}
      </span>
      {raw.own ? (
        <span className="end flow">
          <Button kind="bare" icon aria-label={t('author.tree.cut')} disabled={noneChosen} onClick={onCut}>
            <Icon icon={Scissors} />
          </Button>
          <Button kind="bare" icon aria-label={t('author.tree.copy')} disabled={noneChosen} onClick={onCopy}>
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
          <Button kind="bare" icon aria-label={t('author.tree.delete')} disabled={noneChosen} onClick={onDelete}>
            <Icon icon={Trash2} />
          </Button>
          <Button kind="bare" icon aria-label={t('author.linked.button')} onClick={() => setLinking(true)}>
            <Icon icon={Link2} />
          </Button>
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
