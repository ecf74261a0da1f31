import { useTranslation } from 'react-i18next'
import type { MovedGroup } from '#contract/scheduling/groups.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useGroupWrites } from './group-data.ts'
import { useUndo } from '../use-undo.ts'

interface NamedGroup {
  id: string
  name: string
}

/** A member to be added to a group, moved or removed. */
export interface MemberInGroup {
  uuid: string
  firstname: string
}

/** Adds, moves and removes members of groups. Each write takes effect at once and can be undone from its message. */
export function useGroupMembership() {
  const { t } = useTranslation()
  const { busy, act } = useAct((code) =>
    code === 'NOT_FOUND'
      ? t('club.select.gone')
      : code === 'GROUP_FULL' || code === 'GROUP_ENDED' || code === 'MEMBER_INACTIVE'
        ? t(`club.group.${code}`)
        : undefined,
  )
  const { addMember, removeMember, moveMember } = useGroupWrites()
  const { announce } = useUndo()
  /** Resolves to whether it was done; otherwise a message has said why not. */
  async function writeWithUndo(work: () => Promise<MovedGroup>, message: string): Promise<boolean> {
    let isDone = false
    await act(async () => {
      const { undo } = await work()
      announce(message, undo)
      isDone = true
    })
    return isDone
  }
  return {
    busy,
    add: (group: NamedGroup, { uuid, firstname: name }: MemberInGroup) =>
      writeWithUndo(() => addMember(group.id, uuid), t('club.group.entered', { name, group: group.name })),
    remove: (group: NamedGroup, { uuid, firstname: name }: MemberInGroup) =>
      writeWithUndo(() => removeMember(group.id, uuid), t('club.group.removed', { name, group: group.name })),
    move: (fromGroupId: string, { uuid, firstname: name }: MemberInGroup, target: NamedGroup) =>
      writeWithUndo(
        () => moveMember(fromGroupId, uuid, target.id),
        t('club.group.moved', { name, group: target.name }),
      ),
  }
}
