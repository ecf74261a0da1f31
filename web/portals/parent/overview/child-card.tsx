import { FileDown, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { LevelView } from '#web/features/progress-view/level-view.tsx'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChildFacts } from './child-facts.tsx'
import { levelsOf, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { clubsWithoutGroup, groupTitle, joinWithDots } from './group-title.ts'
import { printCard } from '../paper/print-card.ts'
import { useDownload } from '../awards/use-download.ts'

const ChildPrint = lazyWithRetry(() => import('../paper/child-print.tsx').then((module) => module.ChildPrint))

interface ChildCardProps {
  member: Member
  schemes: ReadonlyMap<string, ReadyScheme>
  onSkill: (slug: string, nodeId: string) => void
}

/** The element id of a child's card. */
export function childAnchor(member: Member): string {
  return `child-${member.uuid}`
}

/** One child: the progress at each current level, the next sessions, and the latest award. */
export function ChildCard({ member, schemes, onSkill }: ChildCardProps) {
  const { t } = useTranslation()
  const levels = levelsOf(member, schemes)
  const groups = (member.groups ?? []).map((group) => groupTitle(member, group))
  const id = childAnchor(member)
  const { ready, downloadProgressReport } = useDownload()
  return (
    <article className="card kid" id={id} aria-labelledby={`${id}-name`}>
      <header>
        <Avatar firstname={member.firstname} lastname={member.lastname} />
        <div>
          <h2 id={`${id}-name`}>{member.firstname}</h2>
          <p className="small dim">
            {joinWithDots([t('parent.age', { count: member.age }), ...groups, ...clubsWithoutGroup(member)])}
          </p>
        </div>
        <Button
          kind="bare"
          icon
          aria-label={t('parent.print', { name: member.firstname })}
          onClick={() => printCard(id)}
        >
          <Icon icon={Printer} />
        </Button>
        <Button
          kind="bare"
          icon
          disabled={!ready}
          aria-label={t('parent.pdf', { name: member.firstname })}
          onClick={() => downloadProgressReport(member.firstname, [member.uuid])}
        >
          <Icon icon={FileDown} />
        </Button>
      </header>
      {member.status === 'inactive' ? (
        <p className="inactive dim">{t('parent.inactive', { name: member.firstname })}</p>
      ) : null}
      {levels.map((level, index) => (
        <LevelView
          key={level.slug}
          progress={level.progress}
          schemeName={level.schemeName}
          levelTitle={level.levelTitle}
          titleOf={(nodeId) => schemes.get(level.slug)?.nodes.get(nodeId)?.title ?? nodeId}
          onSkill={(nodeId) => onSkill(level.slug, nodeId)}
        >
          {/* the facts are about all levels, so they stand once */}
          {index === levels.length - 1 ? <ChildFacts member={member} /> : null}
        </LevelView>
      ))}
      {levels.length === 0 ? (
        <>
          {member.status === 'inactive' ? null : (
            <p className="in dim">{t('parent.noLevel', { name: member.firstname })}</p>
          )}
          <ChildFacts member={member} />
        </>
      ) : null}
      <ChildPrint member={member} levels={levels} schemes={schemes} />
    </article>
  )
}
