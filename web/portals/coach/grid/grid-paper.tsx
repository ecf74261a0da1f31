import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { markOf } from '#web/ui/rungs/mark.ts'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { evaluationOf, resultsOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelView } from '#web/portals/coach/assess/level/level-view.ts'
import { gradeWords } from '#web/portals/coach/assess/grade-words.ts'
import { PaperSheet, type PaperColumn } from './paper-sheet.tsx'

interface GridPaperProps {
  snapshot: CoachSnapshot
  compiled: CompiledCurriculum
  group: Group
  level: SchemeNode
  date: string
  members: readonly CoachMember[]
  skills: readonly SchemeNode[]
}

/** The grid on paper: all members and skills, where the screen draws only those in view. */
export function GridPaper({ snapshot, compiled, group, level, date, members, skills }: GridPaperProps) {
  const { t } = useTranslation()
  const resultsOfMember = ({ uuid }: CoachMember) => resultsOf(snapshot, compiled, uuid)
  const columns: PaperColumn[] = skills.map((skill) => ({
    key: skill.id,
    title: skill.title,
    cell: (member) => {
      const result = resultsOfMember(member).get(skill.id)
      if (result === undefined || result.grade < 0) return null
      return (
        <>
          <Pip mark={markOf(result.grade, result.pass)} />
          {gradeWords(t, compiled, skill.id, result).value}
        </>
      )
    },
  }))
  const toGo: PaperColumn = {
    key: 'to-go',
    title: t('coach.grid.toGo'),
    cell: (member) => {
      const results = resultsOfMember(member)
      const view = levelView(compiled, evaluationOf(compiled, results), results, level.id)
      return view === null ? null : t(`coach.toGo.${view.state}`, { count: view.toGo })
    },
  }
  return <PaperSheet group={group} level={level.title} date={date} members={members} columns={[...columns, toGo]} />
}
