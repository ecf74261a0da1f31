import { Plus } from 'lucide-react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { newSectionKey } from '#domain/curriculum/content.ts'
import { mayShowContent } from '#domain/curriculum/permissions.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Choices } from '../../choices.tsx'
import { contentIcons, contentTypes } from './content-types.ts'
import { useEditor } from '../editor-context.ts'
import { SectionEditor } from './section-editor.tsx'

/** Edits the sections of a node, which parents and coaches read, in one language. */
export function ContentEditor({ node, language }: { node: AuthorNode; language: string }) {
  const { t } = useTranslation()
  const { raw, edit, editText } = useEditor()
  const { session } = useShell()
  const { id, content } = node
  const linked = node.origin !== undefined
  const features = session.subject()?.features ?? {}
  /** The position of one of the scheme's sections by its id; sections outside that list come last. */
  const orderOf = (sectionId: number | null) =>
    raw.sections.find((section) => section.id === sectionId)?.ordering ?? Infinity
  const add = (choice: string) => {
    const schemeSection = raw.sections.find((section) => `section-${section.id}` === choice)
    const type = schemeSection?.type ?? contentTypes.find((contentType) => contentType === choice) ?? 'text'
    const key = newSectionKey(content, crypto.randomUUID())
    // A section of the scheme goes before the first section that the settings place after it. Sections of the node
    // alone (`of` is null) may stand anywhere, so they give no position.
    const before = schemeSection
      ? content.find((section) => orderOf(section.of) > schemeSection.ordering && section.of !== null)?.key
      : undefined
    edit({
      do: 'add-section',
      id,
      section: { key, type, of: schemeSection?.id ?? null, title: {}, value: {} },
      before: before ?? null,
    })
  }
  return (
    <div className="stack">
      {content.length === 0 ? <p className="dim">{t('author.content.none')}</p> : null}
      {content.map((section, index) => (
        <SectionEditor
          key={section.key}
          nodeId={id}
          section={section}
          language={language}
          first={index === 0}
          last={index === content.length - 1}
          linked={linked}
          readOnly={node.origin?.languages.includes(language) ?? false}
          onSet={(set, seen) => editText({ do: 'set-section', id, key: section.key, set }, seen)}
          onMove={(offset) =>
            // to move down by one, a section goes before the one that follows the next
            edit({
              do: 'move-section',
              id,
              key: section.key,
              before: content[offset === -1 ? index - 1 : index + 2]?.key ?? null,
            })
          }
          onRemove={() => edit({ do: 'remove-section', id, key: section.key })}
        />
      ))}
      {linked ? null : (
        <div>
          <MenuTrigger>
            <AriaButton className="btn small">
              <Icon icon={Plus} />
              {t('author.content.add')}
            </AriaButton>
            <Choices
              label={t('author.content.add')}
              options={[
                ...raw.sections
                  .filter((section) => mayShowContent(section.type, features))
                  .map((section) => ({
                    id: `section-${section.id}`,
                    text: section.name,
                    before: <Icon icon={contentIcons[section.type]} />,
                  })),
                ...contentTypes
                  .filter((type) => mayShowContent(type, features))
                  .map((type) => ({
                    id: type as string,
                    text: t(`author.content.type.${type}`),
                    before: <Icon icon={contentIcons[type]} />,
                  })),
              ]}
              onChoose={add}
            />
          </MenuTrigger>
        </div>
      )}
    </div>
  )
}
