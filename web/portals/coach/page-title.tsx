import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { HeaderTitle } from '#web/shell/frame/header-slots.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FindMemberButton } from './find/find-member-button.tsx'

/** The title in the header of a coach's page, with the search for a member. `back` is the parent page. */
export function PageTitle({ title, sub, back }: { title: string; sub: string; back?: { to: string; title: string } }) {
  const { t } = useTranslation()
  return (
    <HeaderTitle>
      {back ? (
        <Link className="btn icon up" to={back.to} aria-label={t('coach.backTo', { title: back.title })}>
          <Icon icon={ChevronLeft} />
        </Link>
      ) : null}
      <div>
        <h1 className="clip">{title}</h1>
        {/* non-breaking spaces keep a dot and a number on the line of the word before them */}
        <p className="clip">{sub.replaceAll(/ (?=·|\d)/g, '\u00a0')}</p>
      </div>
      <FindMemberButton />
    </HeaderTitle>
  )
}
