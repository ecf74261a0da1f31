import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AwardWords } from '#contract/tenants/client-words.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The preview is updated when nobody has typed for this long. */
const PAUSE_MS = 500

interface MailPreviewProps {
  languageId: number
  locale: string
  words: AwardWords
  /** The server would refuse the texts, so the last valid preview stays. */
  invalid: boolean
}

/** Shows the mail as the server would send it, for an example award. */
export function MailPreview({ languageId, locale, words, invalid }: MailPreviewProps) {
  const { t } = useTranslation()
  const { api, client } = useShell()
  const [previewed, setPreviewed] = useState(words)
  // as a text, because `words` is a new object at each render, which would start the pause anew
  const wordsJson = JSON.stringify(words)
  useEffect(() => {
    if (invalid) return undefined
    const timer = setTimeout(() => setPreviewed(JSON.parse(wordsJson) as AwardWords), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wordsJson, invalid])
  const { data } = useQuery({
    queryKey: ['award-preview', languageId, previewed],
    queryFn: () => api.write('POST', '/award-mail/preview', { language_id: languageId, words: previewed }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="letter" aria-label={t('author.awardMail.preview')} aria-busy={data === undefined}>
      <h2 className="label">{t('author.awardMail.preview')}</h2>
      {data ? (
        <div lang={locale}>
          <p className="subject">{data.subject}</p>
          <article className="paper">
            <header style={{ background: data.look.brand, color: data.look.onBrand, borderColor: data.look.accent }}>
              <img src={client.logo_url} alt="" height="32" />
              {data.client}
            </header>
            <div className="stack">
              <h3>{data.heading}</h3>
              <p>{data.hello}</p>
              {data.text.map((text) => (
                <p key={text} className="lines">
                  {text}
                </p>
              ))}
              <p>
                <span className="go" style={{ background: data.look.action, color: data.look.onAction }}>
                  {data.button}
                </span>
              </p>
              <p className="lines">{data.note}</p>
            </div>
            <footer>
              {data.why} {data.stop}
            </footer>
          </article>
        </div>
      ) : (
        <Skeleton height="20rem" />
      )}
    </section>
  )
}
