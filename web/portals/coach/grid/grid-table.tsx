// virtual rows and columns are positioned one by one, which a table element does not allow; so ARIA roles are used
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { widestWord } from '#web/ui/word-width.ts'
import { chooseCell, gridAction, nextGrade, type ChosenCell, type GridCell } from './grid-keys.ts'
import { presentGrade } from '#web/portals/coach/assess/grade-words.ts'
import { GridRow, gradeLabels } from './grid-row.tsx'
import { resultsOf, evaluationOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelView, passGrade } from '#web/portals/coach/assess/level/level-view.ts'
import type { Marking } from '#web/portals/coach/assess/use-marking.ts'

/** Sizes in pixels; `grid.css` repeats them. */
const HEAD_HEIGHT = 100
const NAME_WIDTH = { wide: 208, narrow: 120 }
const TO_GO_WIDTH = 132
/** Below this width the last column scrolls with the others. */
const PHONE_WIDTH = 640
const ROW_HEIGHT = 64
const MIN_COLUMN = 84
const MAX_COLUMN = 148
/** Font size of a cell's words, and the cell's padding. */
const FONT_SIZE = 16
const CELL_PADDING = 10

interface GridTableProps {
  snapshot: CoachSnapshot
  compiled: CompiledCurriculum
  level: SchemeNode
  members: readonly CoachMember[]
  absent: ReadonlySet<string>
  skills: readonly SchemeNode[]
  active: GridCell
  onActive: (cell: ChosenCell) => void
  /** The title of a member's current level, if it is another one and only that one may be marked. */
  otherLevel: (member: CoachMember) => string | null
  marking: Marking
}

/**
 * The indexes in view and that of the chosen cell, which must stay in the page so that it keeps the focus while
 * scrolling.
 */
const withActive = (range: Range, active: number) => {
  const shown = defaultRangeExtractor(range)
  return shown.includes(active) || active >= range.count ? shown : [...shown, active].sort((a, b) => a - b)
}

/** The grid itself. Only rows and columns in view are rendered; the headings stay in place while it scrolls. */
export function GridTable({
  snapshot,
  compiled,
  level,
  members,
  absent,
  skills,
  active,
  onActive,
  otherLevel,
  marking,
}: GridTableProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const isPhone = width < PHONE_WIDTH
  const nameWidth = isPhone ? NAME_WIDTH.narrow : NAME_WIDTH.wide
  // the columns share the remaining width evenly, within the limits
  const evenWidth = Math.max(
    MIN_COLUMN,
    Math.min(MAX_COLUMN, Math.floor((width - nameWidth - TO_GO_WIDTH) / skills.length)),
  )
  const labelsOfSkills = skills.map((skill) => gradeLabels(compiled, skill))
  const neededWidths = labelsOfSkills.map((labels) => Math.ceil(widestWord(labels) * FONT_SIZE) + CELL_PADDING)
  const widthsKey = neededWidths.join()
  // the React compiler skips this component, which is right: positions change without a change of props
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: members.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 4,
    rangeExtractor: (range) => withActive(range, active.row),
  })
  // oxlint-disable-next-line react/incompatible-library
  const columns = useVirtualizer({
    horizontal: true,
    count: skills.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => Math.max(evenWidth, Math.min(MAX_COLUMN, neededWidths[index] ?? 0)),
    paddingStart: nameWidth,
    paddingEnd: TO_GO_WIDTH,
    scrollPaddingStart: nameWidth,
    scrollPaddingEnd: isPhone ? 0 : TO_GO_WIDTH,
    overscan: 2,
    rangeExtractor: (range) => withActive(range, active.column),
  })
  useLayoutEffect(() => columns.measure(), [columns, evenWidth, nameWidth, widthsKey])
  const focusRequested = useRef(false)
  useEffect(() => {
    if (!focusRequested.current) return
    focusRequested.current = false
    rows.scrollToIndex(active.row)
    if (active.column < skills.length) columns.scrollToIndex(active.column)
    scroller.current
      ?.querySelector<HTMLElement>(`[data-cell="${active.row}-${active.column}"]`)
      ?.focus({ preventScroll: true })
  }, [active, columns, rows, skills.length])
  const moveTo = useCallback(
    (cell: ChosenCell) => {
      focusRequested.current = true
      onActive(cell)
    },
    [onActive],
  )

  function onKeyDown(event: KeyboardEvent): void {
    const member = members[active.row]
    if (!member) return
    const skill = skills[active.column]
    const labels = labelsOfSkills[active.column] ?? []
    // one column more than skills: the last one shows the progress of the level
    const action = gridAction(
      event.nativeEvent,
      active,
      { rows: members.length, columns: skills.length + 1 },
      labels.length,
    )
    if (!action) return
    event.preventDefault()
    if (action.kind === 'move') return moveTo(chooseCell(action.to, members, skills))
    if (action.kind === 'undo') return marking.canUndo ? marking.undo() : undefined
    if (otherLevel(member) !== null) return
    const results = resultsOf(snapshot, compiled, member.uuid)
    const slug = compiled.curriculum.slug
    // the chosen cell is in the progress column, where Enter passes a complete level
    if (!skill) {
      const view = levelView(compiled, evaluationOf(compiled, results), results, level.id)
      if (action.kind === 'next' && view?.state === 'completed')
        marking.mark(member.uuid, slug, `${level.id}/manual`, passGrade(view), /* pass point */ 1)
      return
    }
    const value = presentGrade(compiled, skill.id, results.get(skill.id))
    const grade = action.kind === 'grade' ? action.grade : nextGrade(value, labels.length)
    if (grade !== value) marking.mark(member.uuid, slug, skill.id, grade, passPointOfNode(compiled.scheme, skill.id))
  }

  const shownColumns = columns.getVirtualItems()
  const size = { inlineSize: Math.max(columns.getTotalSize(), width), blockSize: rows.getTotalSize() }
  return (
    <div
      ref={scroller}
      className={isPhone ? 'marks-grid phone' : 'marks-grid'}
      role="grid"
      aria-label={t('coach.grid.label', { level: level.title })}
      aria-describedby="grid-keys"
      aria-rowcount={members.length + 1}
      aria-colcount={skills.length + 2}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="inner" role="presentation" style={size}>
        <div className="captions" role="row" aria-rowindex={1}>
          <div className="corner" role="columnheader" aria-colindex={1}>
            {t('coach.grid.member')}
          </div>
          {shownColumns.map(({ index, start, size: inlineSize }) => (
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              className={index === active.column ? 'skill on' : 'skill'}
              style={{ insetInlineStart: start, inlineSize }}
              title={skills[index]?.title}
            >
              <span>{keepUnitsTogether(skills[index]?.title ?? '')}</span>
            </div>
          ))}
          <div className="to-go" role="columnheader" aria-colindex={skills.length + 2}>
            {t('coach.grid.toGo')}
          </div>
        </div>
        {rows.getVirtualItems().map(({ index, start }) => {
          const member = members[index]
          return member ? (
            <GridRow
              key={member.uuid}
              row={index}
              start={start}
              measure={rows.measureElement}
              member={member}
              results={resultsOf(snapshot, compiled, member.uuid)}
              compiled={compiled}
              level={level}
              skills={skills}
              columns={shownColumns}
              active={index === active.row ? active.column : null}
              onActive={moveTo}
              otherLevel={otherLevel(member)}
              absent={absent.has(member.uuid)}
              mark={marking.mark}
            />
          ) : null
        })}
      </div>
    </div>
  )
}

/** The width of an element, kept up to date. */
function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    // the observer also reports the width at once
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
