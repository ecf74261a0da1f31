import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { SelectedBar } from '#web/desk/list/selected-bar.tsx'
import { refresh } from '#web/desk/list/use-list.ts'
import type { Selection } from '#web/desk/list/use-selection.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'
import { groupsKey, membersKey } from '../club-data.ts'

/** Deletes the selected groups, after asking the user to type a word. */
export function SelectedGroups({ selection, total }: { selection: Selection; total: number }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct((code) => (code === 'NOT_FOUND' ? t('club.select.gone') : undefined))
  const count = selection.ids.size

  async function remove(): Promise<void> {
    await act(
      async () => {
        await api.write('POST', '/groups/delete', { group_ids: [...selection.ids] })
        selection.clear()
      },
      () => t('club.select.groupsDeleted', { count }),
    )
    setAsking(false)
    void refresh(queries, groupsKey, membersKey)
  }
  return (
    <>
      <SelectedBar
        selection={selection}
        total={total}
        actions={[['delete', Trash2]] as const}
        labelOf={(action) => t(`club.select.do.${action}`)}
        busy={busy}
        onAction={() => setAsking(true)}
      />
      {asking ? (
        <TypedQuestion
          title={t('club.select.ask.delete', { count })}
          word={t('club.select.word')}
          label={t('club.select.type', { word: t('club.select.word') })}
          cancelLabel={t('desk.cancel')}
          disabledLabel={t('club.select.do.delete')}
          confirmLabel={t('club.select.do.delete')}
          busy={busy}
          onCancel={() => setAsking(false)}
          onConfirm={() => void remove()}
        >
          <p>{t('club.select.deleteText')}</p>
        </TypedQuestion>
      ) : null}
    </>
  )
}
