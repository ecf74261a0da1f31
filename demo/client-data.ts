import type { NewGroup } from '#server/groups/commands.ts'
import type { NewMember } from '#server/members/commands.ts'
import type { NewScheme } from '#server/schemes/commands.ts'
import { flattenScheme, type DemoScheme } from './content/scheme.ts'
import { planDemo } from './plan.ts'
import { idOf } from './random.ts'

/** One mark of the demo's history, as the coach made it. */
export interface PlannedMark {
  memberId: string
  groupId: string
  clubId: string
  coachId: string
  schemeSlug: string
  nodeId: string
  grade: number
  pass: number
  /** YYYY-MM-DD and unix ms of entry. */
  date: string
  ms: number
}

export interface Plan {
  clubs: { id: string; name: string }[]
  schemes: NewScheme[]
  members: NewMember[]
  groups: NewGroup[]
  /** In the order of time. */
  marks: PlannedMark[]
  /** Children of parent@ and parent2@. */
  families: { parent: string; memberId: string }[]
  /** A membership number that nobody is linked to yet. */
  unlinked: { ngoId: string; name: string; dob: string }
}

/** The plan of Aquila Swim in the words of the server's commands. */
export function planAquila(now: Date): Plan {
  const plan = planDemo('aquila', now)
  const clubIds = new Map(plan.clubs.map((c) => [c.key, c.id]))
  const members = new Map(plan.members.map((m) => [m.key, m]))
  const groups = new Map(plan.groups.map((g) => [g.key, g]))
  const clubId = (key: string | undefined) => clubIds.get(key ?? '') ?? ''
  const memberId = (key: string) => members.get(key)?.id ?? ''
  // the other clubs' coaches are known by their club
  const coachId = (key: string) => idOf(`aquila ${key}`)
  const { ngoId, firstname, lastname, dob } = plan.unlinked
  return {
    clubs: plan.clubs.map(({ id, name }) => ({ id, name })),
    schemes: plan.schemes.map(newScheme),
    members: plan.members.map(({ key: _key, clubKeys, ...member }) => ({ ...member, clubId: clubId(clubKeys[0]) })),
    groups: plan.groups.map((g) => ({
      id: g.id,
      clubId: clubId(g.clubKey),
      name: g.name,
      schemeSlug: g.schemeSlug,
      levels: g.levelIds,
      startAt: g.start,
      durationMinutes: g.durationMin,
      weekdays: g.weekdays,
      firstDate: g.firstDate,
      lastDate: g.lastDate,
      place: g.place,
      maxSize: g.maxSize,
      isSlot: false,
      coachIds: g.coachKeys.map(coachId),
      memberIds: g.memberKeys.map(memberId),
    })),
    marks: plan.marks.map((m) => ({
      memberId: memberId(m.memberKey),
      groupId: groups.get(m.groupKey)?.id ?? '',
      clubId: clubId(groups.get(m.groupKey)?.clubKey),
      coachId: coachId(m.coachKey),
      schemeSlug: m.schemeSlug,
      nodeId: m.nodeId,
      grade: m.grade,
      pass: m.pass,
      date: m.date,
      ms: m.at.getTime(),
    })),
    families: plan.links.map((l) => ({ parent: l.userKey, memberId: memberId(l.memberKey) })),
    unlinked: { ngoId, name: `${firstname} ${lastname}`, dob },
  }
}

function newScheme(scheme: DemoScheme): NewScheme {
  return {
    id: idOf(`aquila ${scheme.slug}`),
    slug: scheme.slug,
    name: { ...scheme.name },
    languages: scheme.languages,
    grades: scheme.grades,
    sections: scheme.sections.map((section, k) => ({ ...section, id: k + 1, name: { ...section.name } })),
    videos: scheme.videos,
    nodes: flattenScheme(scheme).map((node) => ({
      id: node.id,
      parentId: node.parentId,
      t: node.t,
      title: { ...node.title },
      grade: node.grade ?? null,
      group: null,
      completion: node.completion ? { ids: node.completion[0], count: node.completion[1] } : null,
      completionType: node.completionType,
      required: node.required,
      hidden: node.hidden ?? false,
      skipped: node.skipped ?? false,
      starred: node.starred ?? false,
      content: (node.content ?? []).map((c) => ({ type: c.type, title: { ...c.title }, value: { ...c.value } })),
      videos: node.videos ?? [],
    })),
  }
}
