import { textOfHtml } from '#domain/curriculum/transfer/outline-text.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { ContentSection, Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { compareAwards } from '#domain/assessment/award-order.ts'
import { currentLevelInScheme, schemeSlugsOf } from '#domain/assessment/current-level.ts'
import { evaluate } from '#domain/assessment/engine.ts'
import { paperClub } from '#domain/assessment/paper-club.ts'
import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import { levelProgress, type LevelProgress, type RungState } from '#domain/assessment/level-progress.ts'
import { fromTopOfLadder } from '#domain/assessment/rung-order.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { joinNames } from '#domain/platform/join-names.ts'
import { serverWords, type Translate } from '#server/platform/words.ts'
import { fontsOf } from './fonts.ts'
import type { PageHeader } from './logo.ts'
import { drawProgress, type ProgressSheet } from './progress-sheet.ts'
import type { Letterhead } from './queries.ts'
import { longDate } from './write-certificate.ts'

/** A scheme with its texts and its compiled rules. */
export interface PrintedScheme {
  curriculum: Curriculum
  scheme: Scheme
}

/** Everything that the progress pages of some children are made of. */
interface Print {
  letterhead: Letterhead
  members: readonly Member[]
  /** By the id of the club that heads the page; the tenant's header has the key ''. */
  headers: ReadonlyMap<string, PageHeader>
  schemes: ReadonlyMap<string, PrintedScheme>
  /** By member id. */
  timeZones: ReadonlyMap<string, string>
  locale: string
  at: Date
}

const stateTexts: Record<RungState, string> = { done: 'print.done', begun: 'print.begun', open: 'print.notYet' }

/** Writes a PDF file with a progress page for each of these children. */
export async function writeProgress(print: Print): Promise<Buffer> {
  const { letterhead, members, locale, at } = print
  const say = serverWords(locale, letterhead.texts)
  const firstnames = members.map((member) => member.firstname)
  const title = say('print.progress', { names: joinNames(firstnames, locale) })
  // The PDF library is large, so it is loaded with the first print.
  const { Paper } = await import('./paper.ts')
  const paper = new Paper({ title, locale, fonts: fontsOf(letterhead.look.theme), at })
  for (const member of members) drawProgress(paper, sheetOf(print, say, member))
  return paper.bytes()
}

function sheetOf(
  { letterhead, headers, schemes, timeZones, locale, at }: Print,
  say: Translate,
  member: Member,
): ProgressSheet {
  const timeZone = timeZones.get(member.uuid) ?? 'UTC'
  const formatDate = (seconds: number) => longDate(seconds, locale, timeZone)
  const shortDate = (seconds: number) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: '2-digit', timeZone }).format(
      seconds * 1000,
    )
  // a long date would run into the next seal
  const awardDate = (seconds: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(seconds * 1000)
  const header = headers.get(paperClub(member)?.id ?? '')
  if (!header) throw new Error('a page without a header')
  const clubNames = (member.owners ?? []).map((club) => club.name)
  // the name that heads the page is not repeated below
  const namesBelow =
    header.name === letterhead.client
      ? clubNames
      : [letterhead.client, ...clubNames.filter((name) => name !== header.name)]
  const groups = (member.groups ?? []).map((group) => group.name)
  const about = [say('print.years', { count: member.age }), ...groups, member.ngo_id ?? '']
  return {
    header,
    clubAndDate: [...namesBelow, formatDate(at.getTime() / 1000)].join(' · '),
    name: `${member.firstname} ${member.lastname}`,
    about: about.filter((fact) => fact !== '').join(' · '),
    levels: schemeSlugsOf(member).flatMap((slug) => {
      const scheme = schemes.get(slug)
      return scheme ? levelOf(say, shortDate, member, slug, scheme) : []
    }),
    noLevels: say('print.none'),
    awardsHeading: say('print.passed'),
    awards: Object.values(member.awards ?? {})
      .flatMap((levels) => Object.values(levels))
      .map((award) => ({ ...award, ts: award.completed_ts }))
      .toSorted(compareAwards((ms) => localDate(ms, timeZone)))
      .map((award) => ({
        level: award.title,
        date: awardDate(award.completed_ts),
        middle: levelRingText(award.title).middle,
      })),
    key: (['done', 'begun', 'open'] as const).map((state) => ({ state, word: say(stateTexts[state]) })),
  }
}

/** The member's current level in a scheme, as a list of one; the list is empty when there is no level to show. */
function levelOf(
  say: Translate,
  shortDate: (seconds: number) => string,
  member: Member,
  slug: string,
  { curriculum, scheme }: PrintedScheme,
): ProgressSheet['levels'] {
  const evaluation = evaluate(scheme, new Map(Object.entries(member.scores?.[slug] ?? {})))
  const levelId = currentLevelInScheme(member, slug, evaluation)
  const progress = levelId === null ? null : levelProgress(evaluation, levelId)
  const nodes = nodesOf(curriculum.tree)
  const level = nodes.get(levelId ?? '')?.title
  if (!progress || level === undefined) return []
  const titleOf = (id: string) => nodes.get(id)?.title ?? id
  const { done, need, rungs } = progress
  const rungCount = rungs.length
  const nextSkill = rungs.find((rung) => rung.state === 'begun') ?? rungs.find((rung) => rung.state === 'open')
  const text = nextSkill ? practiceText(nodes.get(nextSkill.id)?.content ?? []) : ''
  return [
    {
      heading: say('print.of', { scheme: curriculum.name, level }),
      status: levelStatus(say, progress),
      passedSkills: say(need < rungCount ? 'print.needed' : 'print.inAll', { done, need, all: rungCount }),
      rungsHeading: say('print.rungs', { level }),
      above: levelRingText(level).above,
      middle: levelRingText(level).middle,
      rungs: fromTopOfLadder(rungs).map(({ id, state }) => {
        const passedTs = member.scores?.[slug]?.[id]?.since ?? null
        const word = state === 'done' && passedTs !== null ? shortDate(passedTs) : say(stateTexts[state])
        return { state, title: titleOf(id), word }
      }),
      next: nextSkill && text !== '' ? { title: say('print.next', { skill: titleOf(nextSkill.id) }), text } : null,
    },
  ]
}

function levelStatus(say: Translate, { state, toGo }: LevelProgress): string {
  if (state === 'passed') return say('print.complete')
  return state === 'awaits-pass' ? say('print.awaits') : say('print.toGo', { count: toGo })
}

/** The text of a node's sections that say what to practise, warnings first. */
function practiceText(content: readonly ContentSection[]): string {
  const sectionsOf = (type: ContentSection['type']) => content.filter((section) => section.type === type)
  return [...sectionsOf('warning'), ...sectionsOf('text')].map((section) => textOfHtml(section.value)).join(' ')
}

/** All nodes of a tree, by id. */
function nodesOf(tree: readonly SchemeNode[], found = new Map<string, SchemeNode>()): Map<string, SchemeNode> {
  for (const node of tree) {
    found.set(node.id, node)
    nodesOf(node.children, found)
  }
  return found
}
