import './scheme-browser.css'
import { ChevronLeft, ChevronRight, Search } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Curriculum, SchemeNode, Video } from '#contract/schemes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Glyph } from '#web/ui/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { unbroken } from '#web/ui/unbroken.ts'
import { ContentSections } from './content-sections.tsx'
import { NodeVideos } from './node-videos.tsx'
import { byGroup, findPlace, searchable, searchNodes, type Searchable } from './node-path.ts'

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

function NodeSearch({ curriculum, onOpen }: Pick<SchemeNodeViewProps, 'curriculum' | 'onOpen'>) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  // made ready before the first key; what is found may come a moment after the key itself
  const [asked, setAsked] = useState(false)
  const all = useMemo(() => (asked ? searchable(curriculum.tree) : []), [asked, curriculum.tree])
  const later = useDeferredValue(words)
  const open = useCallback(
    (id: string) => {
      setWords('')
      onOpen(id)
    },
    [onOpen],
  )
  return (
    <div className="stack">
      <Field label={t('scheme.nodeSearch')}>
        {(control) => (
          <Input
            {...control}
            type="search"
            before={<Icon of={Search} />}
            value={words}
            onFocus={() => setAsked(true)}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Found all={all} words={later} onOpen={open} />
    </div>
  )
}

const Found = memo(function Found({
  all,
  words,
  onOpen,
}: {
  all: readonly Searchable[]
  words: string
  onOpen: (nodeId: string) => void
}) {
  const { t } = useTranslation()
  const found = searchNodes(all, words, MOST_FOUND)
  return (
    <>
      <div aria-live="polite">
        {words.trim() !== '' && found.length === 0 ? <p className="dim">{t('scheme.nodeNone')}</p> : null}
      </div>
      {found.length > 0 ? (
        <ul className="choices" aria-label={t('scheme.results')}>
          {found.map(({ node, above }) => (
            <li key={node.id}>
              <button type="button" onClick={() => onOpen(node.id)}>
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
    </>
  )
})

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
  const place = nodeId === null ? null : findPlace(curriculum.tree, nodeId)
  const follow = (id: string) => (onMissing && !findPlace(curriculum.tree, id) ? onMissing() : onOpen(id))
  const missing = nodeId !== null && place === null
  const parent = place?.above.at(-1)
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
        {missing ? t('scheme.missing') : unbroken(place?.node.title ?? curriculum.name)}
      </h2>
      {missing ? <p className="dim">{t('scheme.missingText')}</p> : null}
      {place && place.node.children.length === 0 ? <NodeVideos videos={videos ?? []} /> : null}
      {place ? <ContentSections sections={place.node.content} onNode={follow} /> : null}
      {missing ? null : (
        <Children
          nodes={place?.node.children ?? curriculum.tree}
          depth={place ? place.above.length + 1 : 0}
          onOpen={onOpen}
        />
      )}
    </>
  )
}
