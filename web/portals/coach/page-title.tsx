import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { HeaderTitle } from '#web/shell/frame/header-slots.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What the header says on a coach's page: large enough to know the page at arm's length. `back` is the page above. */
export function PageTitle({ title, sub, back }: { title: string; sub: string; back?: { to: string; title: string } }) {
  const { t } = useTranslation()
  return (
    <HeaderTitle>
      {back ? (
        <Link className="btn icon up" to={back.to} aria-label={t('coach.backTo', { title: back.title })}>
          <Icon of={ChevronLeft} />
        </Link>
      ) : null}
      <div>
        <h1 className="clip">{title}</h1>
        {/* a line never begins with the dot, nor with the number of what is before it */}
        <p className="clip">{sub.replaceAll(/ (?=·|\d)/g, '\u00a0')}</p>
      </div>
    </HeaderTitle>
  )
}
