import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** The shortcuts in groups; each shortcut has the name of its translation and the key combinations that trigger it. */
const groups = {
  go: [
    ['arrows', ['↑', '↓']],
    ['inOut', ['←', '→']],
    ['letters', ['A–Z']],
    ['jump', ['Ctrl K']],
    ['enter', ['Enter']],
    ['back', ['Esc']],
  ],
  build: [
    ['after', ['Ctrl Enter', 'Insert']],
    ['inside', ['Ctrl Shift Enter']],
    ['kind', ['F4', 'Shift F4']],
    ['rename', ['F2']],
    ['convert', ['F4']],
    ['remove', ['Delete']],
  ],
  move: [
    ['upDown', ['Alt ↑', 'Alt ↓']],
    ['levels', ['Alt ←', 'Alt →']],
    ['copy', ['Ctrl C', 'Ctrl X', 'Ctrl V']],
    ['more', ['Shift ↑', 'Shift ↓', 'Ctrl A']],
  ],
  back: [
    ['undo', ['Ctrl Z']],
    ['redo', ['Ctrl Y']],
    ['keys', ['F1']],
  ],
} as const

/** Lists the keyboard shortcuts of the editor. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open wide onClose={onClose} title={t('author.keys.title')} closeLabel={t('shell.close')}>
      <div className="keys">
        {Object.entries(groups).map(([group, shortcuts]) => (
          <section key={group} className="stack">
            <h3>{t(`author.keys.${group}`)}</h3>
            <dl>
              {shortcuts.map(([command, combinations]) => (
                <div key={command}>
                  <dt>{t(`author.keys.do.${command}`)}</dt>
                  <dd className="flow">
                    {combinations.map((combination) => (
                      <kbd key={combination} className="kbd">
                        {combination}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
