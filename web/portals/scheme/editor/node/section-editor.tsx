import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#domain/curriculum/content.ts'
import { isAddressed, isRich } from '#domain/curriculum/rich-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoveButtons } from '../../move-buttons.tsx'
import { AddFile } from './add-file.tsx'
import { AddNodeLink } from './add-node-link.tsx'
import { AddTag } from './add-tag.tsx'
import { contentIcons, contentTypeOf } from './content-types.ts'
import { RichField } from './lazy-rich-field.ts'
import { useEditor } from '../editor-context.ts'
import { LineField } from './text-field.tsx'
import { wordsIn } from '../words-of.ts'

interface SectionEditorProps {
  section: Section
  language: string
  first: boolean
  last: boolean
  /** The section is another scheme's, linked here: it is not moved or taken out. */
  linked: boolean
  /** And so are its words in this language. */
  readOnly: boolean
  /** Answers whether it could be kept. */
  onSet: (set: { title?: Record<string, string | null>; value?: Record<string, string | null> }) => boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** Nothing typed is no words. */
const orNone = (text: string) => (text.trim() === '' ? null : text)

export function SectionEditor({
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
  const kind = raw.sections.find((one) => one.id === section.of)?.name ?? t(`author.content.type.${type}`)
  const name = wordsIn(section.title, languages) || kind
  const keep = (text: string) => onSet({ value: { [language]: orNone(text) } })
  const now = section.value[language] ?? ''
  const value = { label: t('author.content.valueOf', { name }), lang: language, value: now, readOnly, onKeep: keep }
  const elsewhere = now === '' ? wordsIn(section.value, languages).replaceAll(/<[^>]*>/g, ' ') : ''
  const visibility = raw.sections.find((one) => one.id === section.of)?.visibility ?? 'all'
  return (
    <div className={`section-box ${type}`}>
      <div className="section-head">
        <Icon of={contentIcons[type]} />
        {type === 'title' ? (
          <span className="grow dim">{kind}</span>
        ) : (
          <LineField
            className="grow heading"
            label={t('author.content.headingOf', { kind })}
            lang={language}
            value={section.title[language] ?? ''}
            {...(section.of === null ? {} : { placeholder: kind })}
            maxLength={200}
            readOnly={readOnly}
            onKeep={(text) => onSet({ title: { [language]: orNone(text) } })}
          />
        )}
        {type === 'title' || name === kind ? null : <small className="dim">{kind}</small>}
        {visibility === 'all' ? null : <small className="dim">{t(`author.sections.see.${visibility}`)}</small>}
        {linked ? null : (
          <>
            <MoveButtons name={name} first={first} last={last} onMove={onMove} />
            <Button kind="bare" icon aria-label={t('author.content.remove', { name })} onClick={onRemove}>
              <Icon of={Trash2} />
            </Button>
          </>
        )}
      </div>
      {isRich(type) ? (
        <RichField {...value} name={name} links={type !== 'text-no-link'} />
      ) : (
        <LineField {...value} maxLength={20_000} />
      )}
      {type === 'tags' || isAddressed(type) ? (
        <small className="dim">{t(`author.content.hint.${type as 'tags'}`)}</small>
      ) : null}
      {type === 'files' && !readOnly ? <AddFile value={now} onKeep={keep} /> : null}
      {type === 'tags' && !readOnly ? <AddTag value={now} onKeep={keep} /> : null}
      {type === 'link' && !readOnly ? <AddNodeLink value={now} onKeep={keep} /> : null}
      {elsewhere === '' ? null : (
        <small className="dim clip">{t('author.content.elsewhere', { text: elsewhere })}</small>
      )}
    </div>
  )
}
