import { History, Lock } from 'lucide-react'
import { useDeferredValue, useState, type KeyboardEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isBelowLinkRoot } from '#domain/curriculum/linked.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { mayShowContent } from '#domain/curriculum/permissions.ts'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { BigLadder } from '#web/ui/rungs/big-ladder.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { nodeHistoryPath } from '../../history/node-history-path.ts'
import { ContentEditor } from './content-editor.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { GradePicker } from './grade-picker.tsx'
import { LinkedNodeInfo } from './linked-node-info.tsx'
import { NodeFlags } from './node-flags.tsx'
import { ancestorsOf } from '../tree/tree-position.ts'
import { RuleBox } from './rule-box.tsx'
import { LineField } from './text-field.tsx'
import { VideoPicker } from './video-picker.tsx'

const MAX_TITLE_LENGTH = 200

interface NodePaneProps {
  id: string | null
  onLeave: () => void
  /** A button of the form has opened another node, whose form takes the place of this one. */
  onGoTo: () => void
  ref: Ref<HTMLElement>
}

/** The form of the open node, without a save button: each field saves itself. Escape moves the focus back to the tree. */
export function NodePane({ id, onLeave, onGoTo, ref }: NodePaneProps) {
  const { t } = useTranslation()
  const { raw, nodeTitle } = useEditor()
  const { tree } = useEditorSnapshot()
  const shownId = useDeferredValue(id)
  const node = shownId === null ? undefined : tree.nodes.get(shownId)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape in the fields inside
    <section
      ref={ref}
      className="node-pane"
      tabIndex={-1}
      aria-label={node ? nodeTitle(node) : t('author.pane.node')}
      onKeyDown={onKeyDown}
    >
      {node ? (
        // the key makes each field save the former node's text before it shows this node's
        <Fields key={node.id} node={node} onGoTo={onGoTo} />
      ) : (
        <div className="empty">
          <BigLadder marks={['x', 'x', 'x']} />
          <h2>{t(tree.nodes.size === 0 ? 'author.node.begin' : 'author.node.none')}</h2>
          <p className="dim">{t('author.node.noneText', { languages: raw.languages.map(languageName).join(', ') })}</p>
          <Link className="btn" to="/overview?list">
            {t('author.allSchemes')}
          </Link>
        </div>
      )}
    </section>
  )
}

/** The node's id, that which it has where it was imported from, and the way to its history. */
function NodeIds({ node }: { node: AuthorNode }) {
  const { t } = useTranslation()
  const { raw, titleOf } = useEditor()
  return (
    <>
      <p className="id">
        <Icon icon={Lock} />
        <code>{node.id}</code> <span>{t('author.node.idStays')}</span>
      </p>
      {node.externalId === undefined ? null : (
        <p className="small dim">{t('author.node.externalId', { id: node.externalId })}</p>
      )}
      <p className="id">
        <Icon icon={History} />
        <Link to={nodeHistoryPath(raw.slug, node.id)}>{t('author.history.ofNode', { title: titleOf(node.id) })}</Link>
      </p>
    </>
  )
}

/** The nodes above a node, each of which can be opened. */
function NodeWay({ id, onGoTo }: { id: string; onGoTo: (id: string) => void }) {
  const { t } = useTranslation()
  const { titleOf } = useEditor()
  const ancestors = ancestorsOf(useEditorSnapshot().tree, id)
  if (ancestors.length === 0) return null
  return (
    <nav className="way" aria-label={t('author.node.way')}>
      {ancestors.map((ancestor) => (
        <button key={ancestor.id} type="button" onClick={() => onGoTo(ancestor.id)}>
          {titleOf(ancestor.id)}
        </button>
      ))}
    </nav>
  )
}

function Fields({ node, onGoTo }: { node: AuthorNode; onGoTo: () => void }) {
  const { t } = useTranslation()
  const { raw, edit, editText, languages, open } = useEditor()
  const { alerts, session } = useShell()
  const locales = raw.languages
  // the author's own language, if the scheme has it
  const [firstLanguage = 'en'] = languages
  const [contentLanguage, setContentLanguage] = useState(firstLanguage)
  const otherLanguages = locales.map(shortLocale).filter((code) => code !== firstLanguage)
  const nameOf = (language: string) =>
    languageName(locales.find((locale) => shortLocale(locale) === language) ?? language)
  const saveTitle = (language: string) => (text: string, seen: string, isLeaving: boolean) => {
    const trimmed = text.trim()
    const hasOtherTitle = Object.entries(node.title).some(([code, title]) => code !== language && title.trim() !== '')
    // a node needs a title in at least one language
    if (trimmed === '' && !hasOtherTitle) {
      const field = t('author.node.titleIn', { language: nameOf(language) })
      if (isLeaving) alerts.show(t('author.node.titleKept', { field, title: node.title[language] }), 'begun')
      return false
    }
    return editText({ do: 'set', id: node.id, set: { title: { [language]: trimmed === '' ? null : trimmed } } }, seen)
  }
  const goTo = (id: string) => {
    open(id)
    onGoTo()
  }
  /** Whether the owner of the linked node provides the texts in a language; they cannot be changed here. */
  const isForeignText = (language: string) => node.origin?.languages.includes(language) ?? false
  return (
    <div className="form">
      <div className="node-head">
        <NodeWay id={node.id} onGoTo={goTo} />
        <h2 className="title-line">
          <Glyph kind={node.t} />
          <LineField
            className="title-field"
            label={t('author.node.titleIn', { language: nameOf(firstLanguage) })}
            lang={firstLanguage}
            value={node.title[firstLanguage] ?? ''}
            maxLength={MAX_TITLE_LENGTH}
            readOnly={isForeignText(firstLanguage)}
            onSave={saveTitle(firstLanguage)}
            emptyError={t('author.node.titleNeeded')}
          />
        </h2>
        <NodeIds node={node} />
      </div>
      <LinkedNodeInfo node={node} onGoTo={goTo} />
      {otherLanguages.map((language) => (
        <Field key={language} label={t('author.node.titleIn', { language: nameOf(language) })}>
          {({ id }) => (
            <LineField
              id={id}
              label={t('author.node.titleIn', { language: nameOf(language) })}
              lang={language}
              value={node.title[language] ?? ''}
              maxLength={MAX_TITLE_LENGTH}
              readOnly={isForeignText(language)}
              onSave={saveTitle(language)}
              emptyError={t('author.node.titleNeeded')}
            />
          )}
        </Field>
      ))}
      <fieldset className="owners" disabled={node.origin !== undefined}>
        {node.t === 's' ? <GradePicker node={node} /> : <RuleBox node={node} />}
      </fieldset>
      <section>
        <div className="split">
          <h3 className="grow">{t('author.content.title')}</h3>
          {locales.length > 1 ? (
            <Segments
              label={t('author.content.language')}
              value={contentLanguage}
              options={[firstLanguage, ...otherLanguages].map((code) => ({
                value: code,
                label: nameOf(code),
                lang: code,
              }))}
              onChange={setContentLanguage}
            />
          ) : null}
        </div>
        <fieldset className="owners" disabled={isForeignText(contentLanguage)}>
          <ContentEditor node={node} language={contentLanguage} />
        </fieldset>
      </section>
      {mayShowContent('video', session.subject()?.features ?? {}) ? (
        <fieldset className="owners" disabled={node.origin !== undefined}>
          <VideoPicker node={node} />
        </fieldset>
      ) : null}
      <section>
        <h3>{t('author.node.countsAs')}</h3>
        {node.t === 's' || node.origin ? null : (
          <Segments
            label={t('author.node.countsAs')}
            value={node.t}
            options={[
              { value: 'l', label: t('author.kind.l') },
              { value: 'sg', label: t('author.kind.sg') },
            ]}
            onChange={(kind) => kind !== node.t && edit({ do: 'set', id: node.id, set: { t: kind } })}
          />
        )}
        <fieldset className="owners" disabled={isBelowLinkRoot(node)}>
          <NodeFlags node={node} />
        </fieldset>
        <Field label={t('author.node.group')} hint={t('author.node.groupHint')}>
          {(control) => (
            <LineField
              id={control.id}
              described={control['aria-describedby']}
              label={t('author.node.group')}
              readOnly={isBelowLinkRoot(node)}
              value={node.group ?? ''}
              maxLength={50}
              onSave={(text) =>
                edit({ do: 'set', id: node.id, set: { group: text.trim() === '' ? null : text.trim() } })
              }
            />
          )}
        </Field>
      </section>
    </div>
  )
}
