import { Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ImportRow, MemberImport } from '#contract/flows/member-imports.ts'
import { GROUPS_COLUMN } from '#domain/members/import-columns.ts'
import { SAME_CHILD } from '#domain/members/row-problems.ts'
import { NEW_GROUP } from '#domain/members/import-values.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { ListPager } from '#web/desk/list/list-pager.tsx'
import { listStateOf } from '#web/desk/list/list-address.ts'
import { useLastPage } from '#web/desk/list/use-last-page.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSearchParams } from 'react-router'
import { useClubDate } from '../club-day.ts'
import { useImportRows, useImportValues, useImportWrites } from './import-data.ts'
import { AlikeProblems } from './alike-problems.tsx'
import { ImportCells } from './import-cells.tsx'
import { SameChild } from './same-child.tsx'
import { SaveRowsButton } from './save-rows-button.tsx'
import { useFieldWords, useProblemWords } from './import-words.ts'

/**
 * The views of the rows, named as the states in the API. `bad`: invalid. `ready`: will be entered. `levels`: brings levels
 * alone. `same`: the club has
 * this member already, with the same values. `out`: left out by the user.
 */
const VIEWS = ['bad', 'ready', 'levels', 'same', 'out', 'all'] as const
type View = (typeof VIEWS)[number]

interface RowsProps {
  memberImport: MemberImport
  onDiscarded: () => void
}

/** The rows of the file with their problems. Cells of invalid rows can be corrected in place. */
export function ImportRows({ memberImport, onDiscarded }: RowsProps) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const [address, setAddress] = useSearchParams()
  // the rows are always in the order of the file, so the order that is given here is not used
  const { page, size } = listStateOf(address, ['arow'])
  const defaultView: View = memberImport.bad > 0 ? 'bad' : memberImport.ready > 0 ? 'ready' : 'all'
  const view = VIEWS.find((name) => name === address.get('view')) ?? defaultView
  const rowsQuery = useImportRows(memberImport.id, view, page, size)
  const link = (change: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ id: memberImport.id, step: 'rows', view, ...change })}`
  useLastPage({ page, size }, rowsQuery.data, (lastPage) =>
    setAddress(link({ page: lastPage, per_page: String(size) }), { replace: true }),
  )
  const assignedColumns = memberImport.columns.flatMap((field, index) => (field === null ? [] : [{ field, index }]))
  // the import's own fields `bad`, `ready`, `same` and `out` are the numbers of its rows in these states
  const counts: Record<View, number> = { ...memberImport, levels: memberImport.levels_only, all: memberImport.rows }
  return (
    <>
      <ViewTabs
        views={VIEWS.filter((name) => counts[name] > 0 || name === 'all').map((name) => ({
          label: t(`club.import.view.${name}`),
          to: link({ view: name }),
          current: name === view,
          count: counts[name],
          hot: name === 'bad',
        }))}
      />
      <div className="scroll grow" aria-busy={rowsQuery.isPending}>
        {isFailing(rowsQuery) ? <NotLoaded onRetry={rowsQuery.refetch} /> : null}
        {view === 'bad' ? <AlikeProblems memberImport={memberImport} /> : null}
        {rowsQuery.data && rowsQuery.data.total === 0 ? (
          <Empty title={t('club.import.noRows')} />
        ) : (
          <table className="table still import-table" aria-label={t('club.import.title')}>
            <thead>
              <tr>
                <th className="r">{t('club.import.row')}</th>
                {assignedColumns.map(({ field, index }) => (
                  <th key={index}>{fieldWords(field)}</th>
                ))}
                <th className="to-do">{t('club.import.what')}</th>
              </tr>
            </thead>
            {rowsQuery.data?.rows.map((row) => (
              <RowLine key={row.row} row={row} memberImport={memberImport} columns={assignedColumns} />
            ))}
          </table>
        )}
      </div>
      <ListPager
        page={page}
        size={size}
        total={rowsQuery.data?.total}
        onPage={(next) => setAddress(link({ page: String(next), per_page: String(size) }))}
        onSize={(next) => setAddress(link({ per_page: String(next) }))}
      />
      <ImportActions memberImport={memberImport} onDiscarded={onDiscarded} />
    </>
  )
}

interface RowLineProps {
  row: ImportRow
  memberImport: MemberImport
  /** The columns that are assigned to a field, by their index in the file. */
  columns: readonly { field: string; index: number }[]
}

function RowLine({ row, memberImport, columns }: RowLineProps) {
  const { t } = useTranslation()
  const problemWords = useProblemWords()
  const dayOf = useClubDate()
  const { changeRow } = useImportWrites()
  const { busy, act } = useAct()
  const setLeftOut = (out: boolean) =>
    act(
      () => changeRow(memberImport.id, row.row, { out }),
      () => t(out ? 'club.import.leftOut' : 'club.import.takenIn', { row: row.row }),
    )
  const problemsId = `why-${row.row}`
  return (
    <tbody>
      <tr className={row.state}>
        <td className="r num dim" data-label={t('club.import.row')}>
          {row.row}
        </td>
        <ImportCells
          row={row}
          columns={columns}
          fields={memberImport.columns}
          describedBy={problemsId}
          onChange={(cells) => changeRow(memberImport.id, row.row, { cells })}
        />
        <td className="to-do">
          <span className="split">
            {row.state === 'bad' ? null : <span className="dim small">{t(`club.import.rowState.${row.state}`)}</span>}
            {row.state === 'same' ? null : (
              <Button
                size="small"
                disabled={busy}
                aria-label={t(row.state === 'out' ? 'club.import.takeInOf' : 'club.import.leaveOutOf', {
                  row: row.row,
                })}
                onClick={() => void setLeftOut(row.state !== 'out')}
              >
                <Icon icon={row.state === 'out' ? Undo2 : X} />
                {t(row.state === 'out' ? 'club.import.takeIn' : 'club.import.leaveOut')}
              </Button>
            )}
          </span>
        </td>
      </tr>
      {row.levels.length === 0 ? null : (
        <tr className="problems">
          <td colSpan={columns.length + 2}>
            <p className="small">
              {t('club.import.levels', {
                levels: row.levels
                  .map(({ title: own, level, on }) => {
                    const title = level === null ? own : t('club.import.skillOfLevel', { level, skill: own })
                    return on === null
                      ? t('club.import.levelBefore', { title })
                      : t('club.import.levelOn', { title, day: dayOf(on) })
                  })
                  .join(', '),
              })}
            </p>
          </td>
        </tr>
      )}
      {row.problems.length === 0 ? null : (
        <tr className="problems">
          {/* two columns more than fields: the row's number, and what is to be done */}
          <td colSpan={columns.length + 2}>
            <p id={problemsId} className={row.state === 'bad' ? 'why small' : 'dim small'}>
              {row.problems.map(problemWords).join(' ')}
            </p>
            {row.problems.map(({ problem, row: other, differs }) =>
              problem === SAME_CHILD ? (
                <Button
                  key={problem}
                  size="small"
                  disabled={busy}
                  aria-label={t('club.import.otherChildOf', { row: row.row })}
                  onClick={() => void act(() => changeRow(memberImport.id, row.row, { decision: 'other' }))}
                >
                  {t('club.import.otherChild')}
                </Button>
              ) : differs === undefined ? null : (
                <SameChild
                  key={problem}
                  row={row.row}
                  other={other ?? null}
                  differs={differs}
                  busy={busy}
                  onDecide={(decision) => void act(() => changeRow(memberImport.id, row.row, { decision }))}
                />
              ),
            )}
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** The buttons of this stage: discard the import, or run it once no row is invalid. */
function ImportActions({ memberImport, onDiscarded }: RowsProps) {
  const { t } = useTranslation()
  const { change, start, discard } = useImportWrites()
  const groups = useImportValues(memberImport).data?.find(({ field }) => field === GROUPS_COLUMN)
  const newGroups = groups?.texts.filter(({ means }) => means === NEW_GROUP).length ?? 0
  const { busy, act } = useAct((code) => (code === 'IMPORT_PROBLEMS' ? t('club.import.problems') : undefined))
  return (
    <footer className="import-foot">
      <p className="grow small">
        <b>{t('club.import.nothingYet')}</b>{' '}
        {newGroups === 0 ? null : <b>{t('club.import.newGroups', { count: newGroups })} </b>}
        <span className="dim">{t('club.import.allOrNone')}</span>
      </p>
      <Button
        kind="bare"
        disabled={busy}
        onClick={() =>
          void act(async () => {
            await discard(memberImport.id)
            onDiscarded()
          })
        }
      >
        {t('club.import.discard')}
      </Button>
      {memberImport.out === 0 ? null : <SaveRowsButton memberImport={memberImport} state="out" />}
      {memberImport.bad === 0 ? null : (
        <>
          <SaveRowsButton memberImport={memberImport} state="bad" />
          <Button disabled={busy} onClick={() => void act(() => change(memberImport.id, { leave_out_bad: true }))}>
            {t('club.import.leaveOutBad', { count: memberImport.bad })}
          </Button>
        </>
      )}
      <Button
        kind="main"
        disabled={busy || memberImport.bad > 0 || memberImport.ready + memberImport.levels_only === 0}
        onClick={() => void act(() => start(memberImport.id))}
      >
        {memberImport.bad > 0
          ? t('club.import.settle', { count: memberImport.bad })
          : memberImport.ready > 0
            ? t('club.import.start', { count: memberImport.ready })
            : memberImport.levels_only > 0
              ? t('club.import.startLevels', { count: memberImport.levels_only })
              : t('club.import.noneReady')}
      </Button>
    </footer>
  )
}
