import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '#web/desk/list/use-list.ts'
import type { Selection } from '#web/desk/list/use-selection.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'
import { groupsKey, membersKey } from '../club-data.ts'
import { SelectedMenu } from '../selected-menu.tsx'

/** Deletes the selected groups, after asking the user to type a word. */
export function SelectedGroups({ selection }: { selection: Selection }) {
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
      <SelectedMenu
        count={count}
        actions={['delete'] as const}
        labelOf={() => t('club.select.do.delete')}
        noneSelectedText={t('club.select.noGroups')}
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
