import './login.css'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Shows the recovery codes, which cannot be shown again, with buttons to copy and to save them. */
export function RecoveryCodesList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`

  const save = () => saveFile(t('factor.codes.file'), 'text/plain', text)

  return (
    <section className="stack" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t('factor.codes.title')}
      </h2>
      <p>{t('factor.codes.text')}</p>
      <ul className="recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flow">
        {/* where the browser refuses the clipboard, the codes are saved as a file */}
        <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), save)}>
          <Icon icon={Copy} />
          {t('factor.codes.copy')}
        </Button>
        <Button onClick={save}>
          <Icon icon={Download} />
          {t('factor.codes.save')}
        </Button>
        <output>{copied ? t('factor.codes.copied') : null}</output>
      </div>
      <Button kind="main" wide onClick={onDone}>
        {t('factor.codes.done')}
      </Button>
    </section>
  )
}
