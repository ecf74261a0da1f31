// virtual rows and columns are positioned one by one, which a table element does not allow; so ARIA roles are used
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { markOf } from '#web/ui/rungs/mark.ts'
import { gradeWords } from '#web/portals/coach/assess/grade-words.ts'
import { Pip } from '#web/ui/rungs/pip.tsx'
import type { ChosenCell } from './grid-keys.ts'
import { evaluationOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelView, passGrade } from '#web/portals/coach/assess/level/level-view.ts'
import { useLevelWords } from '#web/portals/coach/assess/level/use-level-words.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import { AbsentChip } from '#web/portals/coach/assess/person/absent-chip.tsx'
import { MedicalNote } from '#web/portals/coach/assess/person/person.tsx'
import type { MarkSkill } from '#web/portals/coach/assess/use-marking.ts'

interface GridRowProps {
  row: number
  /** The distance of the row from the top of the grid, in pixels. */
  start: number
  measure: (element: HTMLElement | null) => void
  member: CoachMember
  results: Results
  compiled: CompiledCurriculum
  level: SchemeNode
  skills: readonly SchemeNode[]
  columns: readonly VirtualItem[]
  /** The chosen column, when the chosen cell is in this row. */
  active: number | null
  onActive: (cell: ChosenCell) => void
  /** The title of the member's current level, if it is another one and only that one may be marked. */
  otherLevel: string | null
  /** The member is registered as absent. */
  absent: boolean
  mark: MarkSkill
}

/** The labels of a skill's grades, from grade 0. */
export function gradeLabels(compiled: CompiledCurriculum, skill: SchemeNode): readonly string[] {
  return compiled.curriculum.grades.find((scale) => scale.grade === skill.grade)?.labels ?? []
}

/** The row of one member: a cell for each skill with its grade, and the progress of the level. */
export const GridRow = memo(function GridRow({
  row,
  start,
  measure,
  member,
  results,
  compiled,
  level,
  skills,
  columns,
  active,
  onActive,
  otherLevel,
  absent,
  mark,
}: GridRowProps) {
  const { t } = useTranslation()
  const levelWords = useLevelWords()
  const view = levelView(compiled, evaluationOf(compiled, results), results, level.id)
  const progressColumn = skills.length
  // ARIA counts rows and columns from 1, and the first of each holds the headings; hence `+ 2` here and below
  const cellProps = (column: number) => ({
    'data-cell': `${row}-${column}`,
    tabIndex: active === column ? 0 : -1,
    'aria-colindex': column + 2,
    onFocus: () =>
      active === column ? undefined : onActive({ row, column, memberUuid: member.uuid, skillId: skills[column]?.id }),
  })
  return (
    <div
      ref={measure}
      data-index={row}
      className={active === null ? 'line' : 'line on'}
      role="row"
      aria-rowindex={row + 2}
      style={{ insetBlockStart: start }}
    >
      <div className="who-is" role="rowheader" aria-colindex={1}>
        <span className="name">{fullName(member)}</span>
        <AbsentChip absent={absent} />
        <MedicalNote member={member} />
        {otherLevel === null ? null : <span className="small dim">{t('coach.elsewhere', { title: otherLevel })}</span>}
      </div>
      {columns.map(({ index, start: columnStart, size }) => {
        const skill = skills[index]
        if (!skill) return null
        const result = results.get(skill.id)
        const skillMark = markOf(result?.grade ?? 0, result?.pass ?? passPointOfNode(compiled.scheme, skill.id))
        return (
          <div
            key={skill.id}
            {...cellProps(index)}
            role="gridcell"
            aria-selected={active === index}
            aria-disabled={otherLevel !== null || undefined}
            className={classNames('cell', `m-${skillMark}`)}
            style={{ insetInlineStart: columnStart, inlineSize: size }}
          >
            {!result || result.grade < 0 ? (
              <span className="sr">{t('coach.grid.noMark')}</span>
            ) : (
              <>
                <Pip mark={skillMark} />
                <span>{gradeWords(t, compiled, skill.id, result).value}</span>
              </>
            )}
          </div>
        )
      })}
      <div {...cellProps(progressColumn)} role="gridcell" aria-selected={active === progressColumn} className="to-go">
        {view?.state === 'completed' && otherLevel === null ? (
          <Button
            kind="go"
            size="small"
            tabIndex={-1}
            onClick={() =>
              mark(member.uuid, compiled.curriculum.slug, `${level.id}/manual`, passGrade(view), /* pass point */ 1)
            }
          >
            {t('coach.pass.do', { title: level.title })}
          </Button>
        ) : view ? (
          levelWords(view)
        ) : null}
      </div>
    </div>
  )
})
