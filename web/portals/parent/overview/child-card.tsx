import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { ChildFrame } from '#web/features/progress-view/child-frame.tsx'
import { LevelView } from '#web/features/progress-view/level-view.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChildFacts } from './child-facts.tsx'
import type { Child } from './coming-groups.ts'
import { levelsOf, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { clubsWithoutGroup, groupTitle, joinWithDots } from './group-title.ts'
import { NetworkButton } from '../awards/network-button.tsx'
import { useDownload } from '../awards/use-download.ts'

interface ChildCardProps {
  member: Child
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
  const { busy, downloadProgressReport } = useDownload()
  return (
    <ChildFrame
      id={id}
      firstname={member.firstname}
      lastname={member.lastname}
      about={joinWithDots([t('parent.age', { count: member.age }), ...groups, ...clubsWithoutGroup(member)])}
      end={
        <NetworkButton
          kind="bare"
          icon
          disabled={busy}
          aria-label={t('parent.pdf', { name: member.firstname })}
          onClick={() => downloadProgressReport(member.firstname, [member.uuid])}
        >
          <Icon icon={Printer} />
        </NetworkButton>
      }
    >
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
    </ChildFrame>
  )
}
