import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AwardPreview, AwardWords } from '#contract/tenants/client-words.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** After the last letter. */
const PAUSE_MS = 500

interface LetterPreviewProps {
  languageId: number
  locale: string
  words: AwardWords
  /** The words would be refused: what was shown last stays. */
  bad: boolean
}

/** The mail as the server will write it, told of an example. */
export function LetterPreview({ languageId, locale, words, bad }: LetterPreviewProps) {
  const { t } = useTranslation()
  const { api, client } = useShell()
  const [asked, setAsked] = useState(words)
  const wanted = JSON.stringify(words)
  useEffect(() => {
    if (bad) return undefined
    const timer = setTimeout(() => setAsked(JSON.parse(wanted) as AwardWords), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, bad])
  const { data } = useQuery({
    queryKey: ['award-preview', languageId, asked],
    queryFn: () => api.write<AwardPreview>('POST', '/award-mail/preview', { language_id: languageId, words: asked }),
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
