import { ArrowRightLeft, Download, MailPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { BulkMembersBody, ChosenMembers } from '#contract/members/club-members.ts'
import { useCsvDownload } from '#web/desk/list/csv-button.tsx'
import { SelectedBar } from '#web/desk/list/selected-bar.tsx'
import { refresh } from '#web/desk/list/use-list.ts'
import type { Selection } from '#web/desk/list/use-selection.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import {
  clubTasksKey,
  groupsKey,
  membersKey,
  useGroupChoices,
  useInvitesParents,
  useOwnsRecords,
} from '../club-data.ts'
import { useUndo } from '../use-undo.ts'
import { lazyPart } from '../lazy-part.ts'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))
const GroupDialog = lazyPart(() => import('./group-dialog.tsx').then((module) => module.GroupDialog))
const AbilityGroupDialog = lazyPart(() =>
  import('./ability-group-dialog.tsx').then((module) => module.AbilityGroupDialog),
)

const BUTTONS = [
  ['move', ArrowRightLeft],
  ['enter', Plus],
  ['invite', MailPlus],
  ['export', Download],
] as const
/** The actions that remain where a course provider owns the members. */
const OWN_FIELD_ACTIONS = ['tag', 'untag'] as const
const MORE_ACTIONS = [...OWN_FIELD_ACTIONS, 'active', 'inactive'] as const
type Action = (typeof BUTTONS)[number][0] | (typeof MORE_ACTIONS)[number]

/** The body of the request without the members, whom `change` adds. Of a union it omits them in each type. */
type WithoutMembers<T> = T extends unknown ? Omit<T, keyof ChosenMembers> : never

interface SelectedMembersProps {
  selection: Selection
  /** The filters of the list, and how many members they find. */
  filters: NonNullable<ChosenMembers['matching']>
  total: number
  /** The group by which the list is filtered; '' for none. */
  group: string
  tags: readonly string[]
}

/** Actions for all selected members: group, ability group, invitation, file and status. */
export function SelectedMembers({ selection, filters, total, group, tags }: SelectedMembersProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const ownsRecords = useOwnsRecords()
  const invitesParents = useInvitesParents()
  const actions = BUTTONS.filter(([action]) =>
    action === 'invite' ? invitesParents : ownsRecords || action === 'export',
  )
  const groups = useGroupChoices().data?.rows ?? []
  const [openDialog, setOpenDialog] = useState<Action | null>(null)
  const { download } = useCsvDownload()
  const { busy, act } = useAct((code) =>
    code === 'NOT_FOUND'
      ? t('club.select.gone')
      : code === 'GROUP_FULL' || code === 'GROUP_ENDED' || code === 'MEMBER_INACTIVE'
        ? t(`club.group.${code}`)
        : undefined,
  )
  const { announce } = useUndo()
  const ids = [...selection.ids]
  const count = selection.isAll ? total : ids.length
  const chosen: ChosenMembers = selection.isAll ? { matching: filters } : { member_uuids: ids }
  // an invitation that was closed before its answer came does not close the dialog that is open by then
  const close = () => setOpenDialog((now) => (now === openDialog ? null : now))

  async function change(body: WithoutMembers<BulkMembersBody>, message: string): Promise<void> {
    await act(async () => {
      const reply = await api.write('POST', '/members/bulk', { ...body, ...chosen })
      selection.clear()
      close()
      if ('undo' in reply) announce(message, reply.undo)
    })
    void refresh(queries, membersKey, groupsKey, clubTasksKey)
  }
  const load = () =>
    selection.isAll ? api.file('/members/file', filters) : api.fileOf('/members/file', { member_uuids: ids })
  function start(action: Action): void {
    if (action === 'export') void download({ load, name: 'members' })
    else if (action === 'active' || action === 'inactive')
      void change({ action: 'status', status: action }, t(`club.select.${action}`, { count }))
    else setOpenDialog(action)
  }
  // the group by which the list is filtered is usually the one to leave
  const fromGroups = [
    ...groups.filter(({ id }) => id === group),
    { id: '', name: t('club.select.allTheirGroups') },
    ...groups.filter(({ id }) => id !== group),
  ]
  return (
    <>
      <SelectedBar
        selection={selection}
        total={total}
        selectsAll
        actions={actions}
        more={ownsRecords ? MORE_ACTIONS : OWN_FIELD_ACTIONS}
        labelOf={(action) => t(`club.select.do.${action}`)}
        busy={busy}
        onAction={start}
      />
      {openDialog === 'invite' ? (
        <InviteDialog
          chosen={chosen}
          onClose={close}
          onSent={() => {
            selection.clear()
            close()
          }}
        />
      ) : null}
      {openDialog === 'enter' || openDialog === 'move' ? (
        <GroupDialog
          title={t(`club.select.ask.${openDialog}`, { count })}
          confirmLabel={t(`club.select.do.${openDialog}`)}
          busy={busy}
          from={openDialog === 'move' ? fromGroups : []}
          onClose={close}
          onChoose={({ id, name }, fromId) =>
            void change(
              openDialog === 'enter'
                ? { action: 'enter', group_id: id }
                : { action: 'move', from_group_id: fromId === '' ? null : fromId, group_id: id },
              t('club.select.entered', { count, group: name }),
            )
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
