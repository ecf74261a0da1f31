import { useTranslation } from 'react-i18next'
import type { Setting } from '#domain/curriculum/edits/scheme-settings.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { useEditor } from '../editor-context.ts'
import { wordsIn } from '../words-of.ts'

const MOST_SHOWN = 20

/** The settings that a file changes, in words. */
export function SettingsList({ settings }: { settings: readonly Setting[] }) {
  const { t } = useTranslation()
  const { languages } = useEditor()
  const said = (one: Setting): string => {
    const how = one.was ? 'changed' : 'added'
    switch (one.what) {
      case 'language':
        return t('author.into.settings.language', { name: languageName(one.id) })
      case 'grade':
        return t(`author.into.settings.grade.${how}`, { grade: one.id, pass: one.now?.pass ?? 0 })
      case 'section': {
        const name = wordsIn(one.now?.name ?? {}, languages)
        return t(`author.into.settings.section.${how}`, { name, was: wordsIn(one.was?.name ?? {}, languages) })
      }
      case 'video':
        return t(`author.into.settings.video.${how}`, { name: one.now?.name ?? '' })
    }
  }
  return (
    <>
      <ul className="bullets">
        {settings.slice(0, MOST_SHOWN).map((one) => (
          <li key={`${one.what} ${one.id}`}>{said(one)}</li>
        ))}
      </ul>
      {settings.length > MOST_SHOWN ? (
        <p className="dim">{t('author.change.more', { count: settings.length - MOST_SHOWN })}</p>
      ) : null}
    </>
  )
}
