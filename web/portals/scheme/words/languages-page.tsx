import './words.css'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { lineIn, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { refresh } from '#web/desk/list/use-list.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Chip } from '#web/ui/chip.tsx'
import { LanguageSwitches } from './language-switches.tsx'
import { languagesKey, countMissing, useClientLanguages, useWordRows, wordsKey } from './use-client-words.ts'
import { useWordPlaces } from './use-word-places.ts'
import { WordDialog } from './word-dialog.tsx'
import { englishOrKey, isMissing, shownWords, sortedWords, WORD_SORTS, type WordRow } from './word-rows.ts'

const VIEWS = ['all', 'missing', 'own'] as const
type View = (typeof VIEWS)[number]

/** The most characters of the filter by screen. */
const PLACE_MAX = 100

function isInView(row: WordRow, view: View): boolean {
  return view === 'all' || (view === 'missing' ? isMissing(row) : row.own !== null)
}

/** The languages of the portals, and the client's own wording of each text [2.16], [7.14], [7.15]. */
export function LanguagesPage() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const queries = useQueryClient()
  const list = useListAddress(WORD_SORTS, 'word')
  const languages = useClientLanguages()
  const chosenLanguage =
    languages.data?.find(({ language_id: id }) => String(id) === list.address.get('language')) ?? languages.data?.[0]
  const view = VIEWS.find((candidate) => candidate === list.address.get('view')) ?? 'all'
  const words = useWordRows(chosenLanguage)
  const searched = normalizeForSearch(list.search)
  const chosenPlace = lineIn(list.address, 'at', PLACE_MAX)
  const places = useWordPlaces(words.data)
  const matchingRows = words.data?.filter(
    (row) =>
      isInView(row, view) &&
      places.isAt(row, chosenPlace) &&
      [row.key, row.english, shownWords(row), places.whereOf(row)].some((text) =>
        normalizeForSearch(text).includes(searched),
      ),
  )
  const rows = matchingRows && sortedWords(matchingRows, list.sort)
  const openRow = words.data?.find((row) => row.key === list.open)
  const [start, end] = [list.page * list.size, (list.page + 1) * list.size]
  const counts: Record<View, number | undefined> = {
    all: words.data?.length,
    missing: countMissing(words.data),
    own: words.data?.filter((row) => row.own !== null).length,
  }
  const columns = useColumns(chosenLanguage, places.whereOf)
  return (
    <ListPage
      title={t('author.languages.title')}
      actions={
        <nav className="flow" aria-label={t('author.languages.wordsOf')}>
          {languages.data?.map((language) => (
            <Link
              key={language.language_id}
              className={language === chosenLanguage ? 'btn small soft' : 'btn small'}
              aria-current={language === chosenLanguage ? 'true' : undefined}
              to={list.link({ language: String(language.language_id), word: '' })}
            >
              {languageName(language.language)}
            </Link>
          ))}
        </nav>
      }
      tabs={
        <>
          {chosenLanguage ? <LanguageSwitches languages={languages.data ?? []} /> : null}
          <ViewTabs
            views={VIEWS.map((tab) => ({
              label: t(`author.languages.view.${tab}`),
              to: list.link({ view: tab === 'all' ? '' : tab, word: '' }),
              current: tab === view,
              count: counts[tab],
              hot: tab === 'missing',
            }))}
          />
        </>
      }
      searchLabel={t('author.languages.search')}
      filters={
        <FilterSelect
          label={t('author.languages.where')}
          value={chosenPlace}
          all={t('author.languages.everywhere')}
          choices={places.choices}
          onChange={(at) => list.change({ at })}
        />
      }
      list={list}
      answer={{
        // without the languages the texts are never requested and would stay pending
        ...(isFailing(languages) ? languages : words),
        data: rows && { rows: rows.slice(start, end), total: rows.length },
      }}
      empty={{ title: t(`author.languages.none.${view}`), text: t('author.languages.noneText') }}
      columns={columns}
      idOf={(row) => row.key}
      rowsOpen
    >
      {openRow && chosenLanguage ? (
        <WordDialog
          key={`${chosenLanguage.language_id} ${openRow.key}`}
          row={openRow}
          where={places.whereOf(openRow)}
          language={chosenLanguage}
          onClose={list.close}
          onSaved={() => {
            list.close()
            alerts.show(t('author.languages.kept'), 'done')
            void refresh(queries, wordsKey, languagesKey)
          }}
        />
      ) : null}
    </ListPage>
  )
}

function useColumns(
  chosenLanguage: ClientLanguage | undefined,
  whereOf: (row: WordRow) => string,
): readonly Column<WordRow>[] {
  const { t } = useTranslation()
  return [
    {
      label: t('author.languages.english'),
      sort: 'english',
      cell: (row) => <span className="words clamp">{englishOrKey(row)}</span>,
    },
    {
      label: chosenLanguage ? t('author.languages.edit', { language: languageName(chosenLanguage.language) }) : '',
      className: 'middle',
      cell: (row) => (
        <span className="words clamp" lang={chosenLanguage?.language}>
          {row.own ?? row.built}
        </span>
      ),
    },
    {
      label: t('author.languages.state'),
      cell: (row) =>
        row.own !== null ? (
          <Chip kind="done">{t('author.languages.isOwn')}</Chip>
        ) : isMissing(row) ? (
          <Chip kind="begun">{t('author.languages.isMissing')}</Chip>
        ) : (
          <Chip kind="line">{t('author.languages.isBuilt')}</Chip>
        ),
    },
    {
      label: t('author.languages.where'),
      className: 'middle',
      cell: (row) => <span className="dim">{whereOf(row)}</span>,
    },
  ]
}
