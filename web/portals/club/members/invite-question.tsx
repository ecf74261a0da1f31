import { useTranslation } from 'react-i18next'
import { Ask, type AskProps } from '#web/shell/frame/ask.tsx'

/** Asks for confirmation before many guardians get a mail. */
export function InviteQuestion(props: Pick<AskProps, 'title' | 'yes' | 'busy' | 'onClose' | 'onYes'>) {
  const { t } = useTranslation()
  return (
    <Ask open kind="main" {...props}>
      <p>{t('club.bulk.text')}</p>
    </Ask>
  )
}
