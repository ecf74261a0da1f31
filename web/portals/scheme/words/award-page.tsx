import './words.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { areAwardTextsChanged, AwardForm, type UnsavedAwardTexts } from './award-form.tsx'

/** Edits the mail that tells parents about a passed level [2.18]. */
export function AwardPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const [address] = useSearchParams()
  const mail = useQuery({
    queryKey: ['award-mail'],
    queryFn: ({ signal }) => api.get('/award-mail', { signal }),
    // loading again would reset the form while somebody types
    refetchOnWindowFocus: false,
  })
  // for each language, by its id, so that switching the language does not lose them
  const [unsaved, setUnsaved] = useState<Readonly<Record<number, UnsavedAwardTexts | undefined>>>({})
  const { data } = mail
  const chosenLanguage =
    data?.languages.find(({ language_id: id }) => String(id) === address.get('language')) ?? data?.languages[0]
  // the form asks for the language that is shown
  const othersChanged = data?.languages.some(
    (language) => language !== chosenLanguage && areAwardTextsChanged(unsaved[language.language_id]),
  )
  return (
    <Page title={t('author.awardMail.title')} className="schemes award-mail">
      <div className="head">
        <h1>{t('author.awardMail.title')}</h1>
      </div>
      <p className="dim">{t('author.awardMail.text')}</p>
      {data && chosenLanguage ? (
        <>
          {othersChanged === true ? <UnsavedEntries /> : null}
          <nav className="tabs" aria-label={t('author.languages.wordsOf')}>
            {data.languages.map((language) => (
              <Link
                key={language.language_id}
                to={`?language=${language.language_id}`}
                aria-current={language === chosenLanguage ? 'page' : undefined}
              >
                {languageName(language.language)}
              </Link>
            ))}
          </nav>
          <AwardForm
            key={chosenLanguage.language_id}
            language={chosenLanguage}
            placeholders={data.placeholders}
            unsaved={unsaved[chosenLanguage.language_id]}
            onChange={(texts) => setUnsaved((before) => ({ ...before, [chosenLanguage.language_id]: texts }))}
            reload={async () => (await mail.refetch()).data?.languages}
          />
        </>
      ) : mail.isError ? (
        <NotLoaded onRetry={mail.refetch} />
      ) : (
        <div className="stack" aria-busy="true">
          <output className="sr">{t('shell.loading')}</output>
          <Skeleton height="24rem" />
        </div>
      )}
    </Page>
  )
}
