import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { inTreeOrder } from '#domain/curriculum/tree.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { findNodes } from '../tree/find-nodes.ts'
import { MatchCount } from '../tree/match-count.tsx'
import { ancestorsOf } from '../tree/tree-position.ts'

const MAX_FOUND = 50

/** Searches a node and opens it [2.30]: the arrow keys choose, Enter opens. */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { open, nodeTitle } = useEditor()
  const { tree } = useEditorSnapshot()
  const [searchText, setSearchText] = useState('')
  const nodes = useMemo(() => inTreeOrder(tree), [tree])
  const found = useMemo(() => findNodes(nodes, searchText, MAX_FOUND), [nodes, searchText])
  const closeAndOpen = (id: string) => {
    onClose()
    // waits until the dialog has given the focus back
    setTimeout(() => open(id, true))
  }
  return (
    <Dialog open onClose={onClose} title={t('author.jump.title')} closeLabel={t('shell.close')}>
      <Autocomplete inputValue={searchText} onInputChange={setSearchText}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the search field is the dialog's first control */}
        <SearchField aria-label={t('author.jump.label')} autoFocus className="input">
          <Icon icon={Search} />
          <Input />
        </SearchField>
        {/* above the list, whose end is far below */}
        <MatchCount found={found} />
        <ListBox
          aria-label={t('scheme.results')}
          className="found"
          items={found.shown}
          renderEmptyState={() => <p className="dim">{t('scheme.nodeNone')}</p>}
          onAction={(key) => closeAndOpen(String(key))}
        >
          {(node) => {
            const path = ancestorsOf(tree, node.id).map(nodeTitle).join(', ')
            return (
              <ListBoxItem id={node.id} textValue={nodeTitle(node)}>
                <Glyph kind={node.t} />
                <span className="grow">
                  {nodeTitle(node)}
                  {path === '' ? null : <small className="dim">{path}</small>}
                </span>
              </ListBoxItem>
            )
          }}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}
