import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermBoard, TermDraft, TermGroup, TermMember, TermPatch } from '#contract/flows/term-board.ts'
import { isReady, moveObstacle, type MoveObstacle } from '#domain/flows/term-board.ts'
import { UUID } from '#domain/platform/uuid.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from '../club-data.ts'

/** So many columns at once; the server has the same limit. */
export const MOST_GROUPS = 60

/** Ids of the groups that an address says, with commas between them; what it says wrongly is left out. */
export function groupsIn(address: URLSearchParams): string {
  const said = (address.get('groups') ?? '').split(',').filter((id) => UUID.test(id))
  return [...new Set(said)].slice(0, MOST_GROUPS).join(',')
}

export type Draft = TermDraft['decisions'][number]

/** A member of a group on the board. */
export interface BoardEntry {
  group: TermGroup
  member: TermMember
  /** What is decided; undefined: nothing yet. */
  decision: Draft | undefined
}

export type TermOutcome = 'moves' | 'stays' | 'open' | 'by-itself'

/** Who is ready, or whom a coach would move, is to be decided about; whoever else is not decided about stays. */
export function outcomeOf({ member, decision }: BoardEntry): TermOutcome {
  if (decision !== undefined) return decision.to_group_id === null ? 'stays' : 'moves'
  return isReady(member) || member.said === 'move' ? 'open' : 'by-itself'
}

export const boardEntryKey = (groupId: string, uuid: string) => `${groupId}/${uuid}`

/** Why a member cannot move to a group: it does not fit, or all moves together have filled it. */
export function moveObstacleOnBoard(
  entry: BoardEntry,
  target: TermGroup,
  draft: readonly Draft[],
  sizes: ReadonlyMap<string, number>,
): MoveObstacle | 'full' | null {
  const { group, member, decision } = entry
  const others = draft.flatMap((one) =>
    one.member_uuid === member.uuid && one.group_id !== group.id && one.to_group_id !== null ? [one.to_group_id] : [],
  )
  const why = moveObstacle(target, {
    member_uuid: member.uuid,
    age: member.age,
    group,
    wanted: member.wanted,
    elsewhere: [...member.elsewhere, ...others],
  })
  if (why !== null || decision?.to_group_id === target.id) return why
  return target.max_size !== null && (sizes.get(target.id) ?? 0) >= target.max_size ? 'full' : null
}

const termKey = [...groupsKey, 'term-board'] as const

export function useTermBoard(groups: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...termKey, groups],
    queryFn: ({ signal }) => api.get<TermBoard>(groups === '' ? '/term-board' : `/term-board?groups=${groups}`, signal),
    placeholderData: keepPreviousData,
  })
}

/** What is decided stands on the board at once and is sent behind it, one after the other. */
export function useTermWrites(groups: string, nameOf: (groupId: string) => string) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const waiting = useRef(0)
  const [sending, setSending] = useState(false)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const key = [...termKey, groups]
  const { busy, act } = useAct((code, ids) =>
    code === 'GROUP_FULL'
      ? t('club.term.full', { groups: ids.map(nameOf).join(', ') })
      : ['GROUP_UNFIT', 'TERM_STATE', 'EDIT_CONFLICT', 'MEMBER_INACTIVE'].includes(code)
        ? t(`club.term.${code}`)
        : undefined,
  )
  const keep = (draft: (board: TermBoard) => TermDraft) =>
    queries.setQueryData<TermBoard>(key, (board) => board && { ...board, draft: draft(board) })
  const again = () => void queries.invalidateQueries({ queryKey: termKey })

  async function decide({ group, member }: BoardEntry, to: string | null): Promise<void> {
    const { firstname, lastname } = member
    const one = { group_id: group.id, member_uuid: member.uuid }
    await queries.cancelQueries({ queryKey: termKey })
    keep(({ draft }) => {
      const others = draft.decisions.filter((other) => other.group_id !== group.id || other.member_uuid !== member.uuid)
      return {
        ...draft,
        decisions: to === 'open' ? others : [...others, { ...one, to_group_id: to, firstname, lastname }],
      }
    })
    const body: TermPatch = {
      decisions: [
        to === 'open'
          ? { ...one, decision: 'open' }
          : to === null
            ? { ...one, decision: 'stay' }
            : { ...one, decision: 'move', to_group_id: to },
      ],
    }
    await send(body)
  }

  async function chooseDate(on: string): Promise<void> {
    await queries.cancelQueries({ queryKey: termKey })
    keep(({ draft }) => ({ ...draft, on }))
    await send({ on })
    again()
  }

  async function send(body: TermPatch): Promise<void> {
    waiting.current++
    setSending(true)
    const sent = last.current.then(() =>
      act(async () => {
        try {
          const draft = await api.write<TermDraft>('PATCH', '/term-board', body)
          if (waiting.current === 1) keep(() => draft)
        } catch (error) {
          again()
          throw error
        } finally {
          waiting.current--
          if (waiting.current === 0) setSending(false)
        }
      }),
    )
    last.current = sent
    await sent
  }

  async function whole(path: string, done: string, revision?: string): Promise<void> {
    await act(
      () => api.write<TermDraft>('POST', path, undefined, revision),
      () => done,
    )
    again()
    void queries.invalidateQueries({ queryKey: groupsKey })
    void queries.invalidateQueries({ queryKey: membersKey })
  }
  return {
    busy: busy || sending,
    decide,
    chooseDate,
    apply: ({ revision }: TermDraft) => whole('/term-board/apply', t('club.term.applied'), revision),
    undo: (id: string) => whole(`/term-board/applications/${id}/undo`, t('club.term.undone')),
  }
}
