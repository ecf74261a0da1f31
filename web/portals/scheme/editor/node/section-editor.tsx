import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#domain/curriculum/content.ts'
import { isAddressList, isRichText } from '#domain/curriculum/rich-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { focusAfterRemoval } from '#web/ui/lost-focus.ts'
import { MoveButtons } from '../../move-buttons.tsx'
import { AddFile } from './add-file.tsx'
import { AddNodeLink } from './add-node-link.tsx'
import { AddTag } from './add-tag.tsx'
import { contentIcons, contentTypeOf } from './content-types.ts'
import { RichField } from './lazy-rich-field.ts'
import { useEditor } from '../editor-context.ts'
import { LineField } from './text-field.tsx'
import { wordsIn } from '../words-in.ts'

interface SectionEditorProps {
  nodeId: string
  section: Section
  language: string
  /** Whether it is the first or the last section of the node, which cannot be moved further. */
  first: boolean
  last: boolean
  /** The node is linked, so its owner decides about its sections: they cannot be moved or removed here. */
  linked: boolean
  /** The owner of a linked node provides the texts in this language. */
  readOnly: boolean
  /** Returns whether the tree allowed the change; `seen` is the text that it replaces. */
  onSet: (
    set: { title?: Record<string, string | null>; value?: Record<string, string | null> },
    seen: string,
  ) => boolean
  onMove: (offset: 1 | -1) => void
  onRemove: () => void
}

/** An empty text is stored as null. */
const nullIfEmpty = (text: string) => (text.trim() === '' ? null : text)

/** Edits one section of a node in one language: its heading, its text, and its position. */
export function SectionEditor({
  nodeId,
  section,
  language,
  first,
  last,
  linked,
  readOnly,
  onSet,
  onMove,
  onRemove,
}: SectionEditorProps) {
  const { t } = useTranslation()
  const { raw, languages } = useEditor()
  const type = contentTypeOf(section)
  // the scheme's section that this one belongs to, if any
  const schemeSection = raw.sections.find((candidate) => candidate.id === section.of)
  const typeName = schemeSection?.name ?? t(`author.content.type.${type}`)
  const name = wordsIn(section.title, languages) || typeName
  const text = section.value[language] ?? ''
  const saveIn = (code: string, value: string, seen: string) => onSet({ value: { [code]: nullIfEmpty(value) } }, seen)
  const save = (value: string, seen = text) => saveIn(language, value, seen)
  const fieldProps = {
    label: t('author.content.valueOf', { name }),
    lang: language,
    value: text,
    readOnly,
    onSave: save,
  }
  /** The text in another language without its HTML tags, as a help where this language has none. */
  const otherText = text === '' ? wordsIn(section.value, languages).replaceAll(/<[^>]*>/g, ' ') : ''
  // as `mayReadSection` has it
  const visibility = section.of === null ? 'all' : (schemeSection?.visibility ?? 'author')
  return (
    <div className={`section-box ${type}`}>
      <div className="section-head">
        <Icon icon={contentIcons[type]} />
        {type === 'title' ? (
          <span className="grow dim">{typeName}</span>
        ) : (
          <LineField
            key={language}
            className="grow heading"
            label={t('author.content.headingOf', { kind: typeName })}
            lang={language}
            value={section.title[language] ?? ''}
            {...(section.of === null ? {} : { placeholder: typeName })}
            maxLength={200}
            readOnly={readOnly}
            onSave={(title, seen) => onSet({ title: { [language]: nullIfEmpty(title) } }, seen)}
          />
        )}
        {type === 'title' || name === typeName ? null : <small className="dim">{typeName}</small>}
        {visibility === 'all' ? null : <small className="dim">{t(`author.sections.visibleTo.${visibility}`)}</small>}
        {linked ? null : (
          <>
            <MoveButtons name={name} first={first} last={last} onMove={onMove} />
            <Button
              kind="bare"
              icon
              aria-label={t('author.content.remove', { name })}
              onClick={(event) => {
                focusAfterRemoval(event.currentTarget.closest('.section-box'))
                onRemove()
              }}
            >
              <Icon icon={Trash2} />
            </Button>
          </>
        )}
      </div>
      {/* as of the heading, the key makes the field save the text of the former language before it shows this one's */}
      {isRichText(type) ? (
        <RichField key={language} {...fieldProps} name={name} links={type !== 'text-no-link'} />
      ) : (
        <LineField key={language} {...fieldProps} maxLength={20_000} />
      )}
      {type === 'tags' || isAddressList(type) ? (
        <small className="dim">{t(`author.content.hint.${type as 'tags'}`)}</small>
      ) : null}
      {type === 'files' ? (
        <AddFile nodeId={nodeId} language={language} values={section.value} readOnly={readOnly} onSave={saveIn} />
      ) : null}
      {type === 'tags' && !readOnly ? <AddTag value={text} onSave={save} /> : null}
      {type === 'link' && !readOnly ? <AddNodeLink value={text} onSave={save} /> : null}
      {otherText === '' ? null : (
        <small className="dim clip">{t('author.content.elsewhere', { text: otherText })}</small>
      )}
    </div>
  )
}
