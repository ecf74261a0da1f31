import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { ListTable } from './list-table.tsx'
import type { Selection } from './use-selection.ts'

const i18n = createInstance({ lng: 'en', resources: {} })
await i18n.init()
const nothing: Selection = {
  ids: new Set(),
  isAll: false,
  isEmpty: true,
  has: () => false,
  tick: () => undefined,
  selectAll: () => undefined,
  clear: () => undefined,
}

/** The checkbox in the header of a table with these rows. */
function headerCheckbox(rows: readonly string[] | undefined): string | undefined {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ListTable
        label="Members"
        columns={[{ label: 'Name', cell: (row) => row }]}
        rows={rows}
        idOf={(row) => row}
        sort="aname"
        onSort={() => undefined}
        select={{ selection: nothing, nameOf: (row) => row }}
      />
    </I18nextProvider>,
  )
  return /<input[^>]*>/.exec(html)?.[0]
}

test('all rows can be selected once there are rows: before, a press would select none, without a word', () => {
  expect(headerCheckbox(undefined)).toContain('disabled')
  expect(headerCheckbox(['Nia'])).not.toContain('disabled')
})
