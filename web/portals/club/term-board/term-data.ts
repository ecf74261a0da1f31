import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermBoard, TermDraft, TermGroup, TermMember, TermPatch } from '#contract/flows/term-board.ts'
import { isReady, moveObstacle, type MoveObstacle } from '#domain/flows/term-board.ts'
import { UUID } from '#domain/platform/uuid.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from '../club-data.ts'

/** The most columns that the board shows; the server has the same limit. */
export const MOST_GROUPS = 60

/** The group ids in the URL's query, joined by commas, without invalid ones. */
export function groupsIn(address: URLSearchParams): string {
  const ids = (address.get('groups') ?? '').split(',').filter((id) => UUID.test(id))
  return [...new Set(ids)].slice(0, MOST_GROUPS).join(',')
}

/** A decision about one member of one group. */
export type Draft = TermDraft['decisions'][number]

/** A member of a group on the board. */
export interface BoardEntry {
  group: TermGroup
  member: TermMember
  /** The decision about the member; undefined when there is none yet. */
  decision: Draft | undefined
}

/** `by-itself`: the member stays without a decision. */
export type TermOutcome = 'moves' | 'stays' | 'open' | 'by-itself'

/**
 * What happens to a member at the end of the term. A member who is ready, or whom a coach wants to move, needs a decision;
 * any other member stays without one.
 */
export function outcomeOf({ member, decision }: BoardEntry): TermOutcome {
  if (decision !== undefined) return decision.to_group_id === null ? 'stays' : 'moves'
  return isReady(member) || member.said === 'move' ? 'open' : 'by-itself'
}

export const boardEntryKey = (groupId: string, uuid: string) => `${groupId}/${uuid}`

/** Why a member cannot move to a group: the group does not fit, or is full after all decided moves. */
export function moveObstacleOnBoard(
  entry: BoardEntry,
  target: TermGroup,
  draft: readonly Draft[],
  sizes: ReadonlyMap<string, number>,
): MoveObstacle | 'full' | null {
  const { group, member, decision } = entry
  const others = draft.flatMap((other) =>
    other.member_uuid === member.uuid && other.group_id !== group.id && other.to_group_id !== null
      ? [other.to_group_id]
      : [],
  )
  const obstacle = moveObstacle(target, {
    member_uuid: member.uuid,
    age: member.age,
    group,
    wanted: member.wanted,
    elsewhere: [...member.elsewhere, ...others],
  })
  if (obstacle !== null || decision?.to_group_id === target.id) return obstacle
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

/** The writes of the board. A decision is shown at once and sent in the background, one after the other. */
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
  const updateDraft = (draft: (board: TermBoard) => TermDraft) =>
    queries.setQueryData<TermBoard>(key, (board) => board && { ...board, draft: draft(board) })
  const reload = () => void queries.invalidateQueries({ queryKey: termKey })

  async function decide({ group, member }: BoardEntry, to: string | null): Promise<void> {
    const { firstname, lastname } = member
    const subject = { group_id: group.id, member_uuid: member.uuid }
    await queries.cancelQueries({ queryKey: termKey })
    updateDraft(({ draft }) => {
      const others = draft.decisions.filter((other) => other.group_id !== group.id || other.member_uuid !== member.uuid)
      return {
        ...draft,
        decisions: to === 'open' ? others : [...others, { ...subject, to_group_id: to, firstname, lastname }],
      }
    })
    const body: TermPatch = {
      decisions: [
        to === 'open'
          ? { ...subject, decision: 'open' }
          : to === null
            ? { ...subject, decision: 'stay' }
            : { ...subject, decision: 'move', to_group_id: to },
      ],
    }
    await send(body)
  }

  async function chooseDate(on: string): Promise<void> {
    await queries.cancelQueries({ queryKey: termKey })
    updateDraft(({ draft }) => ({ ...draft, on }))
    await send({ on })
    reload()
  }

  async function send(body: TermPatch): Promise<void> {
    waiting.current++
    setSending(true)
    const request = last.current.then(() =>
      act(async () => {
        try {
          const draft = await api.write<TermDraft>('PATCH', '/term-board', body)
          if (waiting.current === 1) updateDraft(() => draft)
        } catch (error) {
          reload()
          throw error
        } finally {
          waiting.current--
          if (waiting.current === 0) setSending(false)
        }
      }),
    )
    last.current = request
    await request
  }

  async function sendWhole(path: string, done: string, revision?: string): Promise<void> {
    await act(
      () => api.write<TermDraft>('POST', path, undefined, revision),
      () => done,
    )
    reload()
    void refresh(queries, groupsKey, membersKey)
  }
  return {
    busy: busy || sending,
    decide,
    chooseDate,
    apply: ({ revision }: TermDraft) => sendWhole('/term-board/apply', t('club.term.applied'), revision),
    undo: (id: string) => sendWhole(`/term-board/applications/${id}/undo`, t('club.term.undone')),
  }
}
