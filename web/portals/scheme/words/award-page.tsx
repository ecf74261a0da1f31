import './words.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { AwardMail } from '#contract/tenants/client-words.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AwardForm, type AwardTexts } from './award-form.tsx'

/** What was typed over words that somebody else has changed meanwhile is theirs. */
const keyOf = (one: AwardMail['languages'][number]) => `${one.language_id} ${one.revision}`

/** [2.18]: what a mail says that tells parents of a level passed. */
export function AwardPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const [address] = useSearchParams()
  const mail = useQuery({
    queryKey: ['award-mail'],
    queryFn: ({ signal }) => api.get<AwardMail>('/award-mail', signal),
    // a form is not filled anew while somebody types
    refetchOnWindowFocus: false,
  })
  // a look at another language does not lose what was typed in this one
  const [typed, setTyped] = useState<Readonly<Record<string, AwardTexts | undefined>>>({})
  const { data } = mail
  const chosen =
    data?.languages.find((one) => String(one.language_id) === address.get('language')) ?? data?.languages[0]
  return (
    <Page title={t('author.awardMail.title')} className="schemes award-mail">
      <div className="head">
        <h1>{t('author.awardMail.title')}</h1>
      </div>
      <p className="dim">{t('author.awardMail.text')}</p>
      {data && chosen ? (
        <>
          <nav className="tabs" aria-label={t('author.languages.wordsOf')}>
            {data.languages.map((one) => (
              <Link
                key={one.language_id}
                to={`?language=${one.language_id}`}
                aria-current={one === chosen ? 'page' : undefined}
              >
                {languageName(one.language)}
              </Link>
            ))}
          </nav>
          <AwardForm
            key={keyOf(chosen)}
            language={chosen}
            placeholders={data.placeholders}
            typed={typed[keyOf(chosen)]}
            onTyped={(texts) => setTyped((before) => ({ ...before, [keyOf(chosen)]: texts }))}
          />
        </>
      ) : mail.isError ? (
        <NotLoaded again={mail.refetch} />
      ) : (
        <div className="stack" aria-busy="true">
          <output className="sr">{t('shell.loading')}</output>
          <Skeleton height="24rem" />
        </div>
      )}
    </Page>
  )
}
