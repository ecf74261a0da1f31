import { ClipboardPaste, Copy, Plus, Scissors, Trash2 } from 'lucide-react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { NodeKind } from '#domain/scheme.ts'
import type { RefusalCode } from '#domain/tree.ts'
import { Button } from '#web/ui/button.tsx'
import { Glyph } from '#web/ui/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Choices } from './choices.tsx'

interface TreeBarProps {
  chosen: number
  /** Why what is dragged cannot be dropped where the pointer is. */
  refused: RefusalCode | null
  /** How many nodes wait to be pasted. */
  clip: number
  onAdd: (kind: NodeKind) => void
  onCut: () => void
  onCopy: () => void
  onPaste: () => void
  onDelete: () => void
}

/** What can be done with the chosen nodes. */
export function TreeBar({ chosen, refused, clip, onAdd, onCut, onCopy, onPaste, onDelete }: TreeBarProps) {
  const { t } = useTranslation()
  const none = chosen === 0
  return (
    <div className="tree-bar">
      <span aria-live="polite" className={refused ? 'refused' : ''}>
        {refused ? t(`author.refused.${refused}`) : none ? '' : t('author.tree.selected', { count: chosen })}
      </span>
      <span className="end flow">
        <Button kind="bare" icon aria-label={t('author.tree.cut')} disabled={none} onClick={onCut}>
          <Icon of={Scissors} />
        </Button>
        <Button kind="bare" icon aria-label={t('author.tree.copy')} disabled={none} onClick={onCopy}>
          <Icon of={Copy} />
        </Button>
        <Button
          kind="bare"
          icon
          aria-label={t('author.tree.paste', { count: clip })}
          disabled={clip === 0}
          onClick={onPaste}
        >
          <Icon of={ClipboardPaste} />
        </Button>
        <Button kind="bare" icon aria-label={t('author.tree.delete')} disabled={none} onClick={onDelete}>
          <Icon of={Trash2} />
        </Button>
        <MenuTrigger>
          <AriaButton className="btn small">
            <Icon of={Plus} />
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
    </div>
  )
}
