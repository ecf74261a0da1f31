import './scheme-browser.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Curriculum, SchemeNode, Video } from '#contract/curriculum/schemes.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { unbroken } from '#web/ui/unbroken.ts'
import { ContentSections } from './content-sections.tsx'
import { NodeVideos } from './node-videos.tsx'
import { byGroup, findNodePath, searchable, searchNodes } from './node-path.ts'

interface SchemeNodeViewProps {
  curriculum: Curriculum
  /** Null is the scheme itself. */
  nodeId: string | null
  /** Shows another node: in a dialog it switches, on a page it navigates [2.34]. Null is the scheme itself. */
  onOpen: (nodeId: string | null) => void
  /** From the scheme itself back to the list; left out when there is only this scheme. */
  onList?: () => void
  listTitle?: string
  /** Of the node, when it is a leaf [2.32]. */
  videos?: readonly Video[]
  /** A link in the text leads to nothing [5.4]; without it the page says so. */
  onMissing?: () => void
}

const MOST_FOUND = 20

/** Finds any node of the scheme and leads to it [2.30]. */
function NodeSearch({ curriculum, onOpen }: Pick<SchemeNodeViewProps, 'curriculum' | 'onOpen'>) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const searching = words !== ''
  const all = useMemo(() => (searching ? searchable(curriculum.tree) : []), [searching, curriculum.tree])
  const found = searchNodes(all, words, MOST_FOUND)
  const open = (id: string) => {
    setWords('')
    onOpen(id)
  }
  return (
    <div className="stack">
      <SearchBox label={t('scheme.nodeSearch')} rule="special" value={words} onSearch={setWords} />
      <div aria-live="polite">
        {searching && found.length === 0 ? <p className="dim">{t('scheme.nodeNone')}</p> : null}
      </div>
      {found.length > 0 ? (
        <ul className="choices" aria-label={t('scheme.results')}>
          {found.map(({ node, above }) => (
            <li key={node.id}>
              <button type="button" onClick={() => open(node.id)}>
                <Glyph kind={node.t} />
                <span className="grow">
                  {unbroken(node.title)}
                  {above.length > 0 ? <small className="dim">{above.map((one) => one.title).join(', ')}</small> : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Children({
  nodes,
  depth,
  onOpen,
}: {
  nodes: readonly SchemeNode[]
  depth: number
  onOpen: (nodeId: string) => void
}) {
  const shape = depth === 0 ? 'boxes top' : depth === 1 ? 'boxes' : 'choices'
  return byGroup(nodes).map(([group, members]) => (
    <div key={group} className="stack">
      {group === '' ? null : <h3>{group}</h3>}
      <ul className={shape}>
        {members.map((node) => (
          <li key={node.id}>
            <button type="button" onClick={() => onOpen(node.id)}>
              <Glyph kind={node.t} />
              <span className="grow">{unbroken(node.title)}</span>
              {shape === 'choices' ? <Icon of={ChevronRight} /> : null}
            </button>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** One node of a scheme: search, way back, title, content, children [2.30]–[2.35]. */
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
  const first = useRef(true)
  useEffect(() => {
    // the focus would be lost with the child that was pressed
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [nodeId])
  const path = nodeId === null ? null : findNodePath(curriculum.tree, nodeId)
  const follow = (id: string) => (onMissing && !findNodePath(curriculum.tree, id) ? onMissing() : onOpen(id))
  const missing = nodeId !== null && path === null
  const parent = path?.above.at(-1)
  const back = nodeId === null ? onList : () => onOpen(parent?.id ?? null)
  const backTitle = nodeId === null ? (listTitle ?? '') : (parent?.title ?? curriculum.name)
  return (
    <>
      <NodeSearch curriculum={curriculum} onOpen={onOpen} />
      {back ? (
        <Button kind="bare" size="small" className="back" onClick={back}>
          <Icon of={ChevronLeft} />
          {t('scheme.backTo', { title: unbroken(backTitle) })}
        </Button>
      ) : null}
      <h2 ref={heading} tabIndex={-1} className="node-title">
        {missing ? t('scheme.missing') : unbroken(path?.node.title ?? curriculum.name)}
      </h2>
      {missing ? <p className="dim">{t('scheme.missingText')}</p> : null}
      {path && path.node.children.length === 0 ? <NodeVideos videos={videos ?? []} /> : null}
      {path ? <ContentSections sections={path.node.content} onNode={follow} /> : null}
      {missing ? null : (
        <Children
          nodes={path?.node.children ?? curriculum.tree}
          depth={path ? path.above.length + 1 : 0}
          onOpen={onOpen}
        />
      )}
    </>
  )
}
