import './translate.css'
import { ArrowDown, ArrowUp, Check, CircleDashed, History } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ListLayout, Virtualizer, ListBox, ListBoxItem } from 'react-aria-components'
import { confirmPin, countGaps, type TranslationState } from '#domain/curriculum/translation.ts'
import { isRichText } from '#domain/curriculum/rich-text.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { RichText } from '#web/features/scheme-browser/rich-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useEditor, useEditorSnapshot } from '../editor/editor-context.ts'
import { RichField } from '#web/portals/scheme/editor/node/lazy-rich-field.ts'
import { LineField, LinesField } from '../editor/node/text-field.tsx'
import { nextGap, nodeRows, textRows, translationEdit, type NodeRow, type TextRow } from './rows.ts'

/** The kind and the icon of the chip for each state of a translation. */
const CHIPS = {
  done: ['done', Check],
  missing: ['todo', CircleDashed],
  stale: ['begun', History],
} as const

/** How far a node stands to the right of the one above it. */
const INDENT_REM = 0.9

function TranslationChip({ state, count }: { state: TranslationState; count?: number }) {
  const { t } = useTranslation()
  const [kind, icon] = CHIPS[state]
  return (
    <Chip kind={kind} icon={icon}>
      {count === undefined ? t(`author.translate.${state}`) : t(`author.translate.count.${state}`, { count })}
    </Chip>
  )
}

/** The translation mode of the editor: the texts of a node in two languages, and the gaps of each language. */
export function TranslatePane({
  openId,
  language,
  onLanguage,
}: {
  openId: string | null
  language: string
  onLanguage: (language: string) => void
}) {
  const { t } = useTranslation()
  const { raw, open, nodeTitle } = useEditor()
  const snapshot = useEditorSnapshot()
  const tree = useDeferredValue(snapshot.tree)
  const locales = raw.languages.filter((locale) => shortLocale(locale) !== tree.source)
  const gapsByLocale = useMemo(
    () => locales.map((locale) => ({ locale, ...countGaps(tree.nodes.values(), tree.source, shortLocale(locale)) })),
    [locales, tree],
  )
  const rows = useMemo(() => nodeRows(tree, language), [tree, language])
  const node = snapshot.tree.nodes.get(openId ?? '')
  const goToGap = (direction: 1 | -1) => {
    const id = nextGap(rows, openId, direction)
    if (id !== null) open(id)
  }
  const hasGaps = rows.some((row) => row.missing + row.stale > 0)
  return (
    <div className="translate">
      <nav className="languages" aria-label={t('author.translate.languages')}>
        <ul className="stack">
          {gapsByLocale.map(({ locale, texts, missing, stale }) => (
            <li key={locale}>
              <button
                type="button"
                className="language"
                aria-pressed={shortLocale(locale) === language}
                onClick={() => onLanguage(shortLocale(locale))}
              >
                <span className="split">
                  <b className="grow" lang={locale}>
                    {languageName(locale)}
                  </b>
                  <span className="num">
                    {t('author.translate.share', {
                      percent: texts === 0 ? 100 : Math.floor(((texts - missing - stale) / texts) * 100),
                    })}
                  </span>
                </span>
                <span className="flow">
                  {missing > 0 ? <TranslationChip state="missing" count={missing} /> : null}
                  {stale > 0 ? <TranslationChip state="stale" count={stale} /> : null}
                  {missing + stale === 0 ? <TranslationChip state="done" /> : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <NodeList rows={rows} openId={openId} />
        <div className="split gaps">
          <Button size="small" disabled={!hasGaps} onClick={() => goToGap(-1)}>
            <Icon icon={ArrowUp} />
            {t('author.translate.previous')}
          </Button>
          <Button size="small" kind="main" disabled={!hasGaps} onClick={() => goToGap(1)}>
            {t(hasGaps ? 'author.translate.next' : 'author.translate.all')}
            <Icon icon={ArrowDown} />
          </Button>
        </div>
      </nav>
      <section className="texts" aria-label={node ? nodeTitle(node) : t('author.translate.choose')}>
        {node ? (
          <Texts key={`${node.id} ${language}`} node={node} source={tree.source} language={language} />
        ) : (
          <p className="dim in">{t('author.translate.choose')}</p>
        )}
      </section>
    </div>
  )
}

/** All nodes, indented as in the tree, with the gaps of each; the open one is in view. */
function NodeList({ rows, openId }: { rows: readonly NodeRow[]; openId: string | null }) {
  const { t } = useTranslation()
  const { open, nodeTitle } = useEditor()
  const openIndex = rows.findIndex((row) => row.node.id === openId)
  const list = useRowInView(openIndex, rows.length)
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: 36 }}>
      <ListBox
        ref={list}
        aria-label={t('author.translate.nodes')}
        className="nodes"
        items={rows.map((row) => ({ id: row.node.id, row }))}
        selectionMode="single"
        selectedKeys={openId === null ? [] : [openId]}
        onSelectionChange={(keys) => {
          const [id] = keys === 'all' ? [] : keys
          if (typeof id === 'string') open(id)
        }}
      >
        {({ row }) => (
          <ListBoxItem
            id={row.node.id}
            textValue={nodeTitle(row.node)}
            style={{ marginInlineStart: `${row.depth * INDENT_REM}rem` }}
          >
            <Glyph kind={row.node.t} />
            <span className="grow clip">{nodeTitle(row.node)}</span>
            {row.missing > 0 ? <TranslationChip state="missing" count={row.missing} /> : null}
            {row.stale > 0 ? <TranslationChip state="stale" count={row.stale} /> : null}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  )
}

/** A ref for a list of so many rows, which scrolls to the row of this index; -1 is none. */
function useRowInView(index: number, count: number) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // the list has its height after it was laid out
    const frame = requestAnimationFrame(() => {
      const { current } = list
      if (current === null || index < 0) return
      const rowHeight = current.scrollHeight / count
      const top = index * rowHeight
      const isInView = top >= current.scrollTop && top + rowHeight <= current.scrollTop + current.clientHeight
      if (!isInView) current.scrollTop = top - (current.clientHeight - rowHeight) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [index, count])
  return list
}

function Texts({ node, source, language }: { node: AuthorNode; source: string; language: string }) {
  const { t } = useTranslation()
  const { raw, nodeTitle } = useEditor()
  const rows = textRows(node, source, language)
  const nameOf = (code: string) => languageName(raw.languages.find((locale) => shortLocale(locale) === code) ?? code)
  return (
    <>
      <h2 className="sr">{nodeTitle(node)}</h2>
      <div className="text-row heads" aria-hidden="true">
        <span />
        <b lang={source}>{nameOf(source)}</b>
        <b lang={language}>{nameOf(language)}</b>
      </div>
      {rows.length === 0 ? <p className="dim in">{t('author.translate.nothing')}</p> : null}
      {rows.map((row) => (
        <Text key={row.path} node={node} row={row} source={source} language={language} />
      ))}
    </>
  )
}

interface TextProps {
  node: AuthorNode
  row: TextRow
  source: string
  language: string
}

function Text({ node, row: { path, words, state }, source, language }: TextProps) {
  const { t } = useTranslation()
  const { edit, editText, open, store } = useEditor()
  // the path is `title`, or `content/<key of the section>/<title or value>`
  const [, key, part] = path.split('/')
  const section = node.content.find((candidate) => candidate.key === key)
  const heading = section?.title[source] ?? ''
  const textName = () => {
    if (section === undefined) return t('author.translate.title')
    if (part === 'title') return t('author.translate.heading')
    return heading === '' ? t('author.translate.text') : heading
  }
  const name = textName()
  // the node as it is now: another field may have changed it since the last render
  const currentNode = () => store.get().tree.nodes.get(node.id) ?? node
  const value = words[language] ?? ''
  const fieldProps = {
    label: t('author.translate.into', { name }),
    lang: language,
    value,
    // the server accepts no longer texts and titles
    maxLength: part === 'value' ? 20_000 : 200,
    onSave: (text: string, seen: string) => editText(translationEdit(node.id, path, language, text), seen),
  }
  const hasRichText = part === 'value' && isRichText(section?.type ?? '')
  /** Says that an outdated translation is still right, by removing its pin. */
  const confirmTranslation = () =>
    edit({ do: 'set', id: node.id, set: { pins: confirmPin(currentNode().pins, language, value) } })
  return (
    <div className={`text-row ${state}`}>
      <div>
        <b>{name}</b>
        <div>
          <TranslationChip state={state} />
        </div>
      </div>
      {hasRichText ? (
        <div lang={source} className="source prose">
          <RichText html={words[source] ?? ''} onNode={(id) => open(id)} />
        </div>
      ) : (
        <p lang={source} className="source">
          {words[source]}
        </p>
      )}
      <div className="stack">
        {part !== 'value' ? (
          <LineField {...fieldProps} />
        ) : hasRichText ? (
          <RichField {...fieldProps} name={name} links={section?.type !== 'text-no-link'} />
        ) : (
          <LinesField {...fieldProps} />
        )}
        {state === 'stale' ? (
          <div className="flow">
            <Button size="small" onClick={confirmTranslation}>
              <Icon icon={Check} />
              {t('author.translate.right')}
            </Button>
            <small className="dim">{t('author.translate.why')}</small>
          </div>
        ) : null}
      </div>
    </div>
  )
}
