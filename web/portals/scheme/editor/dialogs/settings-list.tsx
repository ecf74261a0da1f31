import { useTranslation } from 'react-i18next'
import type { SettingChange } from '#domain/curriculum/edits/scheme-settings.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { useEditor } from '../editor-context.ts'
import { wordsIn } from '../words-in.ts'

/** How many changes are listed. */
const MAX_SHOWN = 20

/** Lists in words which of the scheme's settings an import would change. */
export function SettingsList({ settings }: { settings: readonly SettingChange[] }) {
  const { t } = useTranslation()
  const { languages } = useEditor()
  const describe = (setting: SettingChange): string => {
    /** The ending of the translation key. */
    const change = setting.was ? 'changed' : 'added'
    switch (setting.what) {
      case 'language':
        return t('author.importInto.settings.language', { name: languageName(setting.id) })
      case 'grade':
        return t(`author.importInto.settings.grade.${change}`, { grade: setting.id, pass: setting.now?.pass ?? 0 })
      case 'section': {
        const name = wordsIn(setting.now?.name ?? {}, languages)
        return t(`author.importInto.settings.section.${change}`, {
          name,
          was: wordsIn(setting.was?.name ?? {}, languages),
        })
      }
      case 'video':
        return t(`author.importInto.settings.video.${change}`, { name: setting.now?.name ?? '' })
    }
  }
  return (
    <>
      <ul className="bullets">
        {settings.slice(0, MAX_SHOWN).map((setting) => (
          <li key={`${setting.what} ${setting.id}`}>{describe(setting)}</li>
        ))}
      </ul>
      {settings.length > MAX_SHOWN ? (
        <p className="dim">{t('author.change.more', { count: settings.length - MAX_SHOWN })}</p>
      ) : null}
    </>
  )
}
