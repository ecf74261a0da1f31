import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { scaleOfMark } from '#domain/curriculum/grade-scale.ts'
import { ContentSections } from '#web/features/scheme-browser/content-sections.tsx'
import { NodeVideos } from '#web/features/scheme-browser/node-videos.tsx'
import { FileUrls } from '#web/features/scheme-browser/stored-file.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pips } from '#web/ui/rungs/pips.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { SkillStatus } from '#web/features/progress-view/skill-status.tsx'
import { levelsOf, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useVideos } from '../overview/use-family.ts'

interface SkillDetailProps {
  member: Member
  schemes: ReadonlyMap<string, ReadyScheme>
  /** The scheme's slug and the node id in one: `swim/stage-4/tread-water`. */
  skillPath: string
  onSkill: (slug: string, nodeId: string) => void
  onClose: () => void
}

/** One skill of one child in a dialog: its state, its content, and links to the level's other skills. */
export function SkillDetail({ member, schemes, skillPath, onSkill, onClose }: SkillDetailProps) {
  const { t } = useTranslation()
  const { alerts, api } = useShell()
  const language = useWordLanguage()
  const now = useNow()
  const slug = skillPath.split('/')[0] ?? ''
  const nodeId = skillPath.slice(slug.length)
  const scheme = schemes.get(slug)
  const node = scheme?.nodes.get(nodeId)
  const videos = useVideos(slug, node?.videos ?? [])
  const level = levelsOf(member, schemes).find((candidate) => candidate.slug === slug)
  const rungs = level?.progress.rungs ?? []
  const index = rungs.findIndex((rung) => rung.id === nodeId)
  const previous = index > 0 ? rungs[index - 1] : undefined
  const next = index >= 0 ? rungs[index + 1] : undefined
  const scale = scheme?.curriculum.grades.find(({ grade }) => grade === node?.grade)
  const score = member.scores?.[slug]?.[nodeId]
  // a result keeps the labels of the scale with which it was made
  const scaleOfResult =
    (scheme &&
      score &&
      scaleOfMark({ grades: scheme.curriculum.grades, nodes: scheme.nodes.values() }, node?.grade, score)) ??
    scale
  const labels = scaleOfResult?.labels ?? []
  const title = node ? keepUnitsTogether(node.title) : t('scheme.missing')
  const openLinkedNode = (id: string) => {
    if (scheme?.nodes.has(id)) onSkill(slug, id)
    else alerts.show(t('scheme.missing'), 'bad')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('shell.close')}
      above={level ? t('parent.skill.of', { name: member.firstname, level: level.levelTitle }) : member.firstname}
      footer={
        index < 0 ? undefined : (
          <div className="turn">
            <IdleButton kind="bare" idle={!previous} onClick={() => previous && onSkill(slug, previous.id)}>
              <Icon icon={ChevronLeft} />
              {t('parent.skill.back')}
            </IdleButton>
            <span className="stack">
              <span className="small">{t('parent.skill.place', { at: index + 1, all: rungs.length })}</span>
              <Pips marks={rungs.map((rung) => rung.state)} size="tiny" unsorted />
            </span>
            <IdleButton kind="bare" idle={!next} onClick={() => next && onSkill(slug, next.id)}>
              {t('parent.skill.next')}
              <Icon icon={ChevronRight} />
            </IdleButton>
          </div>
        )
      }
    >
      {node ? (
        <>
          <SkillStatus
            score={score}
            labels={labels}
            day={score ? displayDate(deviceDate(score.ts * 1000), deviceDate(now), language) : undefined}
          />
          <FileUrls value={api.fileUrl}>
            <NodeVideos videos={videos} />
            <ContentSections sections={node.content} onNode={openLinkedNode} />
          </FileUrls>
          {node.content.length === 0 ? <p className="dim">{t('parent.skill.nothing')}</p> : null}
        </>
      ) : (
        <p className="dim">{t('scheme.missingText')}</p>
      )}
    </Dialog>
  )
}
