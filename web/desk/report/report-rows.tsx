import { useTranslation } from 'react-i18next'
import type { ReportRow } from '#contract/reports/reports.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ListTable, type Column } from '#web/desk/list/list-table.tsx'

interface ReportRowsProps {
  /** The name of the report. */
  label: string
  rows: readonly ReportRow[]
  columns: readonly Column<ReportRow>[]
  /** The id of the row that is open beside the table. */
  open: string | null
  /** The link of a row. */
  rowLink: (id: string) => string
}

/** The table of a report, or a message when its search finds nothing. */
export function ReportRows({ label, rows, columns, open, rowLink }: ReportRowsProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return <Empty title={t('desk.report.noRow')}>{t('desk.report.noRowText')}</Empty>
  return (
    <ListTable
      label={label}
      columns={columns}
      rows={rows}
      idOf={(row) => row.id}
      sort=""
      onSort={() => undefined}
      open={open}
      linkTo={rowLink}
    />
  )
}
