import {
  ArrowDown,
  ArrowUp,
  FileText,
  Heading,
  Link2,
  Link2Off,
  Paperclip,
  Plus,
  Tags,
  Trash2,
  TriangleAlert,
  Video,
  type LucideIcon,
} from 'lucide-react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { ContentType } from '#contract/schemes.ts'
import type { AuthorNode, Section, Words } from '#domain/tree.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Choices } from './choices.tsx'
import { useEditor } from './editor-context.ts'
import { LineField, LinesField } from './text-field.tsx'
import { wordsIn } from './words-of.ts'

const icons: Record<ContentType, LucideIcon> = {
  title: Heading,
  text: FileText,
  warning: TriangleAlert,
  tags: Tags,
  files: Paperclip,
  video: Video,
  link: Link2,
  'text-no-link': Link2Off,
}
const types = Object.keys(icons) as ContentType[]

function typeOf(section: Section): ContentType {
  return types.find((type) => type === section.type) ?? 'text'
}

/** Words with one language changed; nothing typed is no words. */
function said(words: Words, language: string, text: string): Words {
  const { [language]: _, ...others } = words
  return text.trim() === '' ? others : { ...others, [language]: text }
}

/** What parents and coaches read of a node, section by section, in one language. */
export function ContentEditor({ node, language }: { node: AuthorNode; language: string }) {
  const { t } = useTranslation()
  const { raw, edit, store } = useEditor()
  const save = (content: readonly Section[]) => edit({ do: 'set', id: node.id, set: { content } })
  // two fields that are left at once are kept one after the other
  const change = (at: number, to: (section: Section) => Section) => {
    const content = store.get().tree.nodes.get(node.id)?.content ?? node.content
    const section = content[at]
    return section === undefined || save(content.with(at, to(section)))
  }
  const move = (at: number, by: 1 | -1) => {
    const one = node.content[at]
    if (one) save(node.content.toSpliced(at, 1).toSpliced(at + by, 0, one))
  }
  const add = (id: string) => {
    const known = raw.sections.find((section) => `section-${section.id}` === id)
    const type = known?.type ?? types.find((one) => one === id) ?? 'text'
    save([...node.content, { type, title: known ? { [language]: known.name } : {}, value: {} }])
  }
  return (
    <div className="stack">
      {node.content.length === 0 ? <p className="dim">{t('author.content.none')}</p> : null}
      {node.content.map((section, at) => (
        <SectionEditor
          key={at}
          section={section}
          language={language}
          first={at === 0}
          last={at === node.content.length - 1}
          onChange={(to) => change(at, to)}
          onMove={(by) => move(at, by)}
          onRemove={() => save(node.content.toSpliced(at, 1))}
        />
      ))}
      <div>
        <MenuTrigger>
          <AriaButton className="btn small">
            <Icon of={Plus} />
            {t('author.content.add')}
          </AriaButton>
          <Choices
            label={t('author.content.add')}
            options={[
              ...raw.sections.map((section) => ({
                id: `section-${section.id}`,
                text: section.name,
                before: <Icon of={icons[section.type]} />,
              })),
              ...types.map((type) => ({
                id: type as string,
                text: t(`author.content.type.${type}`),
                before: <Icon of={icons[type]} />,
              })),
            ]}
            onChoose={add}
          />
        </MenuTrigger>
      </div>
    </div>
  )
}

interface SectionEditorProps {
  section: Section
  language: string
  first: boolean
  last: boolean
  onChange: (to: (section: Section) => Section) => boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function SectionEditor({ section, language, first, last, onChange, onMove, onRemove }: SectionEditorProps) {
  const { t } = useTranslation()
  const { languages } = useEditor()
  const type = typeOf(section)
  const kind = t(`author.content.type.${type}`)
  const name = wordsIn(section.title, languages) || kind
  const long = type === 'text' || type === 'warning' || type === 'text-no-link'
  const listed = type === 'tags' || type === 'files' || type === 'video' || type === 'link'
  const value = {
    label: t('author.content.valueOf', { name }),
    lang: language,
    value: section.value[language] ?? '',
    maxLength: 20_000,
    onKeep: (text: string) => onChange((now) => ({ ...now, value: said(now.value, language, text) })),
  }
  const elsewhere = section.value[language] === undefined ? wordsIn(section.value, languages) : ''
  return (
    <div className={`section-box ${type}`}>
      <div className="section-head">
        <Icon of={icons[type]} />
        {type === 'title' ? (
          <span className="grow dim">{kind}</span>
        ) : (
          <LineField
            className="grow heading"
            label={t('author.content.headingOf', { kind })}
            lang={language}
            value={section.title[language] ?? ''}
            maxLength={200}
            onKeep={(text) => onChange((now) => ({ ...now, title: said(now.title, language, text) }))}
          />
        )}
        {type === 'title' || name === kind ? null : <small className="dim">{kind}</small>}
        <Button
          kind="bare"
          icon
          aria-label={t('author.content.up', { name })}
          disabled={first}
          onClick={() => onMove(-1)}
        >
          <Icon of={ArrowUp} />
        </Button>
        <Button
          kind="bare"
          icon
          aria-label={t('author.content.down', { name })}
          disabled={last}
          onClick={() => onMove(1)}
        >
          <Icon of={ArrowDown} />
        </Button>
        <Button kind="bare" icon aria-label={t('author.content.remove', { name })} onClick={onRemove}>
          <Icon of={Trash2} />
        </Button>
      </div>
      {long ? <LinesField {...value} /> : <LineField {...value} />}
      {listed ? <small className="dim">{t(`author.content.hint.${type}`)}</small> : null}
      {elsewhere === '' ? null : (
        <small className="dim clip">{t('author.content.elsewhere', { text: elsewhere })}</small>
      )}
    </div>
  )
}
