import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member, Score } from '#contract/assessment/linked-member.ts'
import { scaleAt } from '#domain/curriculum/grade-scale.ts'
import { ContentSections } from '#web/features/scheme-browser/content-sections.tsx'
import { NodeVideos } from '#web/features/scheme-browser/node-videos.tsx'
import { FileUrls } from '#web/features/scheme-browser/stored-file.tsx'
import { deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { markOf } from '#web/ui/rungs/mark.ts'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { Pips } from '#web/ui/rungs/pips.tsx'
import { unbroken } from '#web/ui/unbroken.ts'
import { levelsOf, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useVideos } from '../overview/use-family.ts'

interface SkillDetailProps {
  member: Member
  schemes: ReadonlyMap<string, ReadyScheme>
  /** Slug and node id in one: `swim/stage-4/tread-water`. */
  skill: string
  onSkill: (slug: string, nodeId: string) => void
  onClose: () => void
}

/** "Begun: “Good”, one step from Pass", on the ground of its state. */
function SkillStatus({ score, labels }: { score: Score | undefined; labels: readonly string[] }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const now = useNow()
  const grade = Math.max(score?.grade ?? 0, 0)
  const mark = markOf(grade, score?.pass ?? 0)
  const said = labels[grade] ?? ''
  const words =
    mark === 'o'
      ? t('parent.skill.open')
      : mark === 'd'
        ? t('parent.skill.done', { grade: said })
        : t('parent.skill.begun', {
            grade: said,
            count: (score?.pass ?? 0) - grade,
            pass: labels[score?.pass ?? 0] ?? '',
          })
  return (
    <div className={classNames('state', mark)}>
      <Pip mark={mark} />
      <div>
        <b>{words}</b>
        {score && mark !== 'o' ? (
          <p className="small">{displayDate(deviceDate(score.ts * 1000), deviceDate(now), language)}</p>
        ) : null}
      </div>
    </div>
  )
}

/** One skill of one child: where it stands, what it is, what to practise at home. */
export function SkillDetail({ member, schemes, skill, onSkill, onClose }: SkillDetailProps) {
  const { t } = useTranslation()
  const { alerts, api } = useShell()
  const slug = skill.split('/')[0] ?? ''
  const nodeId = skill.slice(slug.length)
  const scheme = schemes.get(slug)
  const node = scheme?.nodes.get(nodeId)
  const videos = useVideos(slug, node?.videos ?? [])
  const level = levelsOf(member, schemes).find((one) => one.slug === slug)
  const rungs = level?.progress.rungs ?? []
  const at = rungs.findIndex((rung) => rung.id === nodeId)
  const before = at > 0 ? rungs[at - 1] : undefined
  const after = at >= 0 ? rungs[at + 1] : undefined
  const scale = scheme?.curriculum.grades.find((one) => one.grade === node?.grade)
  const score = member.scores?.[slug]?.[nodeId]
  // a mark keeps the words of its time
  const labels = scale ? (score ? scaleAt(scale, score.ts) : scale).labels : []
  const title = node ? unbroken(node.title) : t('scheme.missing')
  const go = (id: string) => {
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
        at < 0 ? undefined : (
          <div className="turn">
            <Button kind="bare" disabled={!before} onClick={() => before && onSkill(slug, before.id)}>
              <Icon of={ChevronLeft} />
              {t('parent.skill.back')}
            </Button>
            <span className="stack">
              <span className="small">{t('parent.skill.place', { at: at + 1, all: rungs.length })}</span>
              <Pips marks={rungs.map((rung) => rung.mark)} unsorted />
            </span>
            <Button kind="bare" disabled={!after} onClick={() => after && onSkill(slug, after.id)}>
              {t('parent.skill.next')}
              <Icon of={ChevronRight} />
            </Button>
          </div>
        )
      }
    >
      {node ? (
        <>
          <SkillStatus score={score} labels={labels} />
          <FileUrls value={api.fileUrl}>
            <NodeVideos videos={videos} />
            <ContentSections sections={node.content} onNode={go} />
          </FileUrls>
          {node.content.length === 0 ? <p className="dim">{t('parent.skill.nothing')}</p> : null}
        </>
      ) : (
        <p className="dim">{t('scheme.missingText')}</p>
      )}
    </Dialog>
  )
}
