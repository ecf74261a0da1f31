import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { BulkMembersBody } from '#contract/members/club-members.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import type { Selection } from '#web/desk/list/use-selection.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey, useOwnsRecords } from '../club-data.ts'
import { SelectedMenu } from '../selected-menu.tsx'
import { useUndo } from '../use-undo.ts'
import { lazyPart } from '../lazy-part.ts'

const InviteQuestion = lazyPart(() => import('./invite-question.tsx').then((module) => module.InviteQuestion))
const GroupDialog = lazyPart(() => import('./group-dialog.tsx').then((module) => module.GroupDialog))
const AbilityGroupDialog = lazyPart(() =>
  import('./ability-group-dialog.tsx').then((module) => module.AbilityGroupDialog),
)

/** The actions that remain where a course provider owns the members. */
const OWN_FIELD_ACTIONS = ['tag', 'untag'] as const
const ACTIONS = ['enter', ...OWN_FIELD_ACTIONS, 'invite', 'active', 'inactive'] as const
type Action = (typeof ACTIONS)[number]

/** The body of the request without the members, whom `change` adds. Of a union it omits them in each type. */
type WithoutMembers<T> = T extends unknown ? Omit<T, 'member_uuids'> : never

/** Actions for all selected members: group, ability group, invitation and status. */
export function SelectedMembers({ selection, tags }: { selection: Selection; tags: readonly string[] }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const ownsRecords = useOwnsRecords()
  const [openDialog, setOpenDialog] = useState<Action | null>(null)
  const { busy, act } = useAct((code) =>
    code === 'NOT_FOUND'
      ? t('club.select.gone')
      : code === 'GROUP_FULL' || code === 'GROUP_ENDED' || code === 'MEMBER_INACTIVE'
        ? t(`club.group.${code}`)
        : undefined,
  )
  const { announce } = useUndo()
  const ids = [...selection.ids]
  const count = ids.length
  const close = () => setOpenDialog(null)

  async function run(work: () => Promise<{ message: string; undo: string | null }>): Promise<void> {
    await act(async () => {
      const { message, undo } = await work()
      selection.clear()
      close()
      announce(message, undo)
    })
    void refresh(queries, membersKey, groupsKey)
  }
  const change = (body: WithoutMembers<BulkMembersBody>, message: string) =>
    run(async () => {
      const { undo } = await api.write('POST', '/members/bulk', { ...body, member_uuids: ids })
      return { message, undo }
    })
  const invite = () =>
    run(async () => {
      const { invited, linked } = await api.write('POST', '/members/invites', { member_uuids: ids })
      return { message: t('club.bulk.invited', { count: invited + linked }), undo: null }
    })
  function start(action: Action): void {
    if (action === 'active' || action === 'inactive')
      void change({ action: 'status', status: action }, t(`club.select.${action}`, { count }))
    else setOpenDialog(action)
  }
  return (
    <>
      <SelectedMenu
        count={count}
        actions={ownsRecords ? ACTIONS : OWN_FIELD_ACTIONS}
        labelOf={(action) => t(`club.select.do.${action}`)}
        noneSelectedText={t('club.select.noMembers')}
        onAction={start}
      />
      {openDialog === 'invite' ? (
        <InviteQuestion
          title={t('club.select.ask.invite', { count })}
          confirmLabel={t('club.select.do.invite')}
          busy={busy}
          onClose={close}
          onConfirm={() => void invite()}
        />
      ) : null}
      {openDialog === 'enter' ? (
        <GroupDialog
          title={t('club.select.ask.enter', { count })}
          confirmLabel={t('club.select.do.enter')}
          busy={busy}
          onClose={close}
          onChoose={({ id, name }) =>
            void change({ action: 'enter', group_id: id }, t('club.select.entered', { count, group: name }))
          }
        />
      ) : null}
      {openDialog === 'tag' || openDialog === 'untag' ? (
        <AbilityGroupDialog
          action={openDialog}
          count={count}
          tags={tags}
          busy={busy}
          onClose={close}
          onChoose={(tag) =>
            void change({ action: 'tag', tag, on: openDialog === 'tag' ? 1 : 0 }, t('club.select.changed', { count }))
          }
        />
      ) : null}
    </>
  )
}
