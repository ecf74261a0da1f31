import { useQueries } from '@tanstack/react-query'
import { Building2, GraduationCap, ListTree, User } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { mayOpen } from '#domain/tenants/pages.ts'
import { membersPolicy } from '#domain/members/policy.ts'
import { searchOf } from '#web/desk/list/list-address.ts'
import { findThings, MOST_OF_A_KIND, type Thing, type ThingKind } from '#web/desk/palette/found-things.ts'
import { Palette } from '#web/desk/palette/palette.tsx'
import { useServerThings } from '#web/desk/palette/use-server-things.ts'
import { useSchemeList } from '#web/desk/use-scheme-list.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { useVisitor } from '#web/shell/session/use-visitor.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { listed } from '#web/shell/i18n/isolated.ts'

const perPage = String(MOST_OF_A_KIND)

/** All nodes of a curriculum, each with the titles above it. */
function thingsOf({ slug, name, tree }: Curriculum): Thing[] {
  const below = (nodes: readonly SchemeNode[], path: string): Thing[] =>
    nodes.flatMap((node) => [
      { id: slug + node.id, name: node.title, detail: path, to: `/scheme/${slug}${node.id}` },
      ...below(node.children, `${path}, ${node.title}`),
    ])
  return below(tree, name)
}

/** Schemes and their nodes. Curricula are loaded once somebody searches, and searched here. */
function useCurriculumThings(text: string): ThingKind[] {
  const { t } = useTranslation()
  const { api } = useShell()
  const schemes = useSchemeList().data ?? []
  const curricula = useQueries({
    queries: schemes.map(({ slug }) => ({
      queryKey: ['palette', 'nodes', slug],
      queryFn: () => api.curriculum(slug),
      enabled: searchOf(text) !== undefined,
      staleTime: 60_000,
    })),
    combine: (all) => ({
      loaded: all.flatMap(({ data }) => data ?? []),
      isAsking: all.some(({ isFetching }) => isFetching),
      isFailed: all.some(({ isError }) => isError),
    }),
  })
  const nodes = useMemo(() => curricula.loaded.flatMap(thingsOf), [curricula.loaded])
  const names = schemes.map(({ slug, name }): Thing => ({ id: slug, name, to: `/scheme/${slug}` }))
  return [
    { title: t('palette.schemes'), icon: ListTree, things: findThings(names, text) },
    {
      title: t('palette.nodes'),
      icon: GraduationCap,
      things: findThings(nodes, text),
      isAsking: curricula.isAsking,
      isFailed: curricula.isFailed,
    },
  ]
}

/** Finds pages, schemes, nodes, clubs and members of the whole client. */
export function SchemePalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const visitor = useVisitor()
  const [text, setText] = useState('')
  const clubs = useServerThings(text, {
    title: t('palette.clubs'),
    icon: Building2,
    allowed: mayOpen(visitor, '/clubs'),
    find: async (search, signal) =>
      (await api.list('/clubs', { search, page: '0', per_page: perPage }, signal)).rows.map(
        ({ id, name, ngo_id: number }) => ({
          id,
          name,
          detail: number,
          to: `/clubs?club=${id}`,
        }),
      ),
  })
  const members = useServerThings(text, {
    title: t('palette.members'),
    icon: User,
    allowed: useMay(membersPolicy['members.read-of-client']),
    find: async (search, signal) =>
      (await api.list('/client-members', { search, page: '0', per_page: perPage }, signal)).rows.map((member) => ({
        id: member.uuid,
        name: `${member.firstname} ${member.lastname}`,
        detail: listed([member.ngo_id ?? '', ...member.clubs.map(({ name }) => name)].filter(Boolean)),
        to: `/members?member=${member.uuid}`,
      })),
  })
  const kinds = [...useCurriculumThings(text), clubs, members]
  return <Palette text={text} onText={setText} kinds={kinds} onClose={onClose} />
}
