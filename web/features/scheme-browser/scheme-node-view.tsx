import './scheme-browser.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Curriculum, SchemeNode, Video } from '#contract/curriculum/schemes.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { ContentSections } from './content-sections.tsx'
import { NodeVideos } from './node-videos.tsx'
import { findNodePath, nodesByGroup, searchableNodes, searchNodes } from './node-path.ts'

interface SchemeNodeViewProps {
  curriculum: Curriculum
  /** Null for the scheme itself. */
  nodeId: string | null
  /** Shows another node, or the scheme itself for null [2.34]. A page navigates; a dialog changes its content. */
  onOpen: (nodeId: string | null) => void
  /** Leads from the scheme back to the list of schemes; not given when there is only this scheme. */
  onList?: () => void
  listTitle?: string
  /** The videos of the node; only leaves show them [2.32]. */
  videos?: readonly Video[]
  /** Called when a link leads to no node [5.4]. Without it the link opens a page that says so. */
  onMissing?: () => void
}

/** How many nodes a search lists at most. */
const MAX_FOUND = 20

/** Searches all nodes of the scheme by title and opens the chosen one [2.30]. */
function NodeSearch({ curriculum, onOpen }: Pick<SchemeNodeViewProps, 'curriculum' | 'onOpen'>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const isSearching = search !== ''
  const all = useMemo(() => (isSearching ? searchableNodes(curriculum.tree) : []), [isSearching, curriculum.tree])
  const found = searchNodes(all, search, MAX_FOUND)
  const open = (id: string) => {
    setSearch('')
    onOpen(id)
  }
  return (
    <div className="stack">
      <SearchBox label={t('scheme.nodeSearch')} rule="special" value={search} onSearch={setSearch} />
      <div aria-live="polite">
        {isSearching && found.length === 0 ? <p className="dim">{t('scheme.nodeNone')}</p> : null}
      </div>
      {found.length > 0 ? (
        <ul className="choices" aria-label={t('scheme.results')}>
          {found.map(({ node, above }) => (
            <li key={node.id}>
              <button type="button" onClick={() => open(node.id)}>
                <Glyph kind={node.t} />
                <span className="grow">
                  {keepUnitsTogether(node.title)}
                  {above.length > 0 ? (
                    <small className="dim">{above.map(({ title }) => title).join(', ')}</small>
                  ) : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function ChildNodes({
  nodes,
  depth,
  onOpen,
}: {
  nodes: readonly SchemeNode[]
  depth: number
  onOpen: (nodeId: string) => void
}) {
  // boxes for the nodes at the top of the scheme (0) and those below them (1), a plain list further down
  const listClass = depth === 0 ? 'boxes top' : depth === 1 ? 'boxes' : 'choices'
  return nodesByGroup(nodes).map(([group, members]) => (
    <div key={group} className="stack">
      {group === '' ? null : <h3>{group}</h3>}
      <ul className={listClass}>
        {members.map((node) => (
          <li key={node.id}>
            <button type="button" onClick={() => onOpen(node.id)}>
              <Glyph kind={node.t} />
              <span className="grow">{keepUnitsTogether(node.title)}</span>
              {listClass === 'choices' ? <Icon icon={ChevronRight} /> : null}
            </button>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** One node of a scheme: a search, a link to its parent, its title, content and children [2.30]–[2.35]. */
export function SchemeNodeView({
  curriculum,
  nodeId,
  onOpen,
  onList,
  listTitle,
  videos,
  onMissing,
}: SchemeNodeViewProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const firstRender = useRef(true)
  useEffect(() => {
    // the pressed child is unmounted, so its focus would be lost
    if (!firstRender.current) heading.current?.focus()
    firstRender.current = false
  }, [nodeId])
  const path = nodeId === null ? null : findNodePath(curriculum.tree, nodeId)
  const followLink = (id: string) => (onMissing && !findNodePath(curriculum.tree, id) ? onMissing() : onOpen(id))
  const missing = nodeId !== null && path === null
  const parent = path?.above.at(-1)
  const back = nodeId === null ? onList : () => onOpen(parent?.id ?? null)
  const backTitle = nodeId === null ? (listTitle ?? '') : (parent?.title ?? curriculum.name)
  return (
    <>
      <NodeSearch curriculum={curriculum} onOpen={onOpen} />
      {back ? (
        <Button kind="bare" size="small" className="back" onClick={back}>
          <Icon icon={ChevronLeft} />
          {t('scheme.backTo', { title: keepUnitsTogether(backTitle) })}
        </Button>
      ) : null}
      <h2 ref={heading} tabIndex={-1} className="node-title">
        {missing ? t('scheme.missing') : keepUnitsTogether(path?.node.title ?? curriculum.name)}
      </h2>
      {missing ? <p className="dim">{t('scheme.missingText')}</p> : null}
      {path && path.node.children.length === 0 ? <NodeVideos videos={videos ?? []} /> : null}
      {path ? <ContentSections sections={path.node.content} onNode={followLink} /> : null}
      {missing ? null : (
        <ChildNodes
          nodes={path?.node.children ?? curriculum.tree}
          depth={path ? path.above.length + 1 : 0}
          onOpen={onOpen}
        />
      )}
    </>
  )
}
