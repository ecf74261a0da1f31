import './paper.css'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { paperClub } from '#domain/assessment/paper-club.ts'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { deviceDate, fullDate } from '#web/shell/i18n/dates.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import type { SkillMark } from '#web/ui/rungs/mark.ts'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { awardsOf } from '../awards/awards.ts'
import type { MemberLevel, ReadyScheme } from '#web/features/progress-view/member-progress.ts'

/** What a printed card has besides: the skills of each level by name, the awards and a legend. Hidden on screens. */
export function ChildPrint({
  member,
  levels,
  schemes,
}: {
  member: Member
  levels: readonly MemberLevel[]
  schemes: ReadonlyMap<string, ReadyScheme>
}) {
  const { t } = useTranslation()
  const { client } = useShell()
  const language = useWordLanguage()
  const now = useNow()
  const labels: Record<SkillMark, string> = {
    done: t('progress.done'),
    begun: t('progress.begun'),
    open: t('progress.notYet'),
  }
  const date = (seconds: number) => fullDate(deviceDate(seconds * 1000), language)
  const awards = awardsOf([member])
  const club = paperClub(member)
  // `logo` is a URL that ends with `id=` and the id of the file
  const logoId = club?.logo?.split('id=')[1]
  return (
    <div className="on-paper" aria-hidden="true">
      {levels.map((level) => (
        <div key={level.slug} className="stack">
          <p className="h3">{t('parent.paper.skills', { level: level.levelTitle, scheme: level.schemeName })}</p>
          <ul>
            {level.progress.rungs.map((rung) => (
              <li key={rung.id}>
                <Pip mark={rung.state} />
                <span>{keepUnitsTogether(schemes.get(level.slug)?.nodes.get(rung.id)?.title ?? rung.id)}</span>
                <span>{labels[rung.state]}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {awards.length > 0 ? (
        <div className="stack">
          <p className="h3">{t('parent.awards')}</p>
          <p>{awards.map((award) => `${award.title} (${date(award.completedTs)})`).join(', ')}</p>
        </div>
      ) : null}
      <p className="key">
        <Pip mark="done" /> {labels.done} <Pip mark="begun" /> {labels.begun} <Pip mark="open" /> {labels.open}
        <span className="end">
          {logoId === undefined ? (
            <img src={client.logo_url} alt="" />
          ) : (
            <FilePicture id={logoId} width={60} alt="" />
          )}{' '}
          {logoId === undefined ? client.name : `${club?.name ?? ''}, ${client.name}`}, {date(now / 1000)}
        </span>
      </p>
    </div>
  )
}
