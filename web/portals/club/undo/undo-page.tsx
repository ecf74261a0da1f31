import '../club.css'
import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeSet } from '#contract/flows/change-sets.ts'
import type { UndoObstacle } from '#contract/platform/undo.ts'
import { useListAddress } from '#web/desk/list/list-address.ts'
import { ListPager } from '#web/desk/list/list-pager.tsx'
import { useLastPage } from '#web/desk/list/use-last-page.ts'
import { useList } from '#web/desk/list/use-list.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { changeSetsKey } from '../club-data.ts'
import { useClubDay, useClubMoment } from '../club-day.ts'
import { UndoImportButton } from '../import/undo-import.tsx'
import { useObstacleWords, useUndo } from '../use-undo.ts'
import { UndoReturnButton } from './undo-return.tsx'
import { useChangeWords } from './change-words.ts'

/** The only order of the list: by the time, newest first. */
const SORTS = ['dat'] as const

/** What was done at the club and can be undone, with who did it and until when. */
export function UndoPage() {
  const { t } = useTranslation()
  const list = useListAddress(SORTS, 'change')
  const { page, size } = list
  const answer = useList(changeSetsKey, '/change-sets', { page: String(page), per_page: String(size) })
  useLastPage(list, answer.data, (lastPage) => list.change({ page: lastPage }))
  const listElement = useRef<HTMLUListElement>(null)
  return (
    <Page title={t('club.undo.title')}>
      <header className="head">
        <div className="grow">
          <h1>{t('club.undo.title')}</h1>
          <p className="small dim">{t('club.undoPage.text')}</p>
        </div>
      </header>
      <div className="work">
        <div className="list">
          <div className="scroll grow in" aria-busy={answer.isPending}>
            {isFailing(answer) ? <NotLoaded onRetry={answer.refetch} /> : null}
            {answer.isPending ? <Skeleton height="14rem" /> : null}
            {answer.data?.total === 0 ? (
              <Empty title={t('club.undoPage.none')}>{t('club.undoPage.noneText')}</Empty>
            ) : null}
            {answer.data && answer.data.total > 0 ? (
              <ul className="places" ref={listElement} tabIndex={-1} aria-label={t('club.undo.title')}>
                {answer.data.rows.map((changeSet) => (
                  // an undone entry takes the focus with it, which then goes to the list
                  <UndoEntry key={changeSet.id} changeSet={changeSet} onUndone={() => listElement.current?.focus()} />
                ))}
              </ul>
            ) : null}
          </div>
          <ListPager
            page={page}
            size={size}
            total={answer.data?.total}
            onPage={(newPage) => list.change({ page: newPage === 0 ? '' : String(newPage), per_page: String(size) })}
            onSize={(newSize) => list.change({ per_page: String(newSize) })}
          />
        </div>
      </div>
    </Page>
  )
}

function UndoEntry({ changeSet, onUndone }: { changeSet: ChangeSet; onUndone: () => void }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const moment = useClubMoment()
  const { what, who } = useChangeWords()(changeSet.facts)
  const words = useObstacleWords()
  const { busy, undoChangeSet } = useUndo()
  const [obstacles, setObstacles] = useState<readonly UndoObstacle[]>([])
  const { id, by, at, until, facts } = changeSet
  const name = [what, who].filter(Boolean).join(': ')

  async function undo(): Promise<void> {
    let isRefused = false
    await undoChangeSet(id, (found) => {
      isRefused = true
      setObstacles(found)
    })
    if (!isRefused) onUndone()
  }
  return (
    <li className="undo-entry">
      <div className="split">
        <div className="grow">
          <b className="words">{who === '' ? what : `${what}:`}</b>
          {who === '' ? null : <span className="words"> {who}</span>}
          <p className="small dim">
            {t('club.undoPage.by', { by, moment: moment(at) })}
            {' · '}
            {until === null ? t('club.undoPage.unlimited') : t('club.undoPage.until', { day: day(until) })}
          </p>
        </div>
        {facts.kind === 'import' ? (
          <UndoImportButton
            id={id}
            fileName={facts.file_name}
            name={name}
            onRefused={setObstacles}
            onUndone={onUndone}
          />
        ) : facts.kind === 'return' ? (
          <UndoReturnButton id={id} name={name} onRefused={setObstacles} onUndone={onUndone} />
        ) : (
          <Button
            size="small"
            disabled={busy}
            aria-label={t('club.undoPage.undoOf', { name })}
            onClick={() => void undo()}
          >
            <Icon icon={Undo2} />
            {t('shell.undo')}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {obstacles.length === 0 ? null : (
          <Alert kind="bad">
            <p>{t('club.undoPage.refused')}</p>
            <ul className="small">
              {obstacles.map((obstacle) => (
                <li key={`${obstacle.why} ${obstacle.id}`}>{words(obstacle)}</li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
    </li>
  )
}
