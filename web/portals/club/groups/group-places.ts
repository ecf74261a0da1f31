import { useTranslation } from 'react-i18next'
import type { MovedGroup } from '#contract/scheduling/groups.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useGroupWrites } from './group-data.ts'
import { useTakeBack } from '../take-back.ts'

interface Named {
  id: string
  name: string
}

/** Somebody in a group, or about to be. */
export interface GroupMemberName {
  uuid: string
  firstname: string
}

/** Who is in a group: each write is done at once and offers the way back. */
export function useGroupPlaces() {
  const { t } = useTranslation()
  const { act } = useAct((code) =>
    code === 'NOT_FOUND'
      ? t('club.select.gone')
      : code === 'GROUP_FULL' || code === 'GROUP_ENDED' || code === 'MEMBER_INACTIVE'
        ? t(`club.group.${code}`)
        : undefined,
  )
  const { enter, remove, move } = useGroupWrites()
  const { done } = useTakeBack()
  const write = (work: () => Promise<MovedGroup>, said: string) =>
    void act(async () => {
      const { undo } = await work()
      done(said, undo)
    })
  return {
    enter: (group: Named, { uuid, firstname: name }: GroupMemberName) =>
      write(() => enter(group.id, uuid), t('club.group.entered', { name, group: group.name })),
    remove: (group: Named, { uuid, firstname: name }: GroupMemberName) =>
      write(() => remove(group.id, uuid), t('club.group.removed', { name, group: group.name })),
    move: (from: string, { uuid, firstname: name }: GroupMemberName, to: Named) =>
      write(() => move(from, uuid, to.id), t('club.group.moved', { name, group: to.name })),
  }
}
