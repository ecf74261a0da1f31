import type { LevelProgress } from '#domain/assessment/level-progress.ts'
import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import { lookOf } from '#server/platform/mail/look.ts'
import { serverWords, type Translate } from '#server/platform/words.ts'
import { drawCertificate, type Certificate } from './certificate.ts'
import { fontsOf } from './fonts.ts'
import type { PageHeader } from './logo.ts'
import type { CertificateFacts, Letterhead } from './queries.ts'

/** A date such as `20 November 2026`, in the club's time zone. */
export function longDate(seconds: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(seconds * 1000)
}

/** Everything that a certificate is made of. */
interface CertificatePrint {
  letterhead: Letterhead
  header: PageHeader
  facts: CertificateFacts
  /** The child's progress in the level; null when the scheme has no such level any more. */
  progress: LevelProgress | null
  locale: string
  at: Date
}

/** Writes the PDF file of a certificate. */
export async function writeCertificate(print: CertificatePrint): Promise<Buffer> {
  const { letterhead, facts, locale, at } = print
  const say = serverWords(locale, letterhead.texts)
  const title = say('print.certificate', { name: `${facts.firstname} ${facts.lastname}`, level: facts.level })
  // The PDF library is large, so it is loaded with the first print.
  const { Paper } = await import('./paper.ts')
  const paper = new Paper({ title, locale, fonts: fontsOf(letterhead.look.theme), at })
  drawCertificate(paper, lookOf(letterhead.look.theme, letterhead.look.own), certificateOf(print, say))
  return paper.bytes()
}

/** All texts of a certificate. */
export function certificateOf(
  { letterhead, header, facts, progress, locale }: Omit<CertificatePrint, 'at'>,
  say: Translate,
): Certificate {
  const { level, scheme, club, time_zone: timeZone } = facts
  const rungs = progress?.rungs.map((rung) => rung.state) ?? []
  const done = rungs.filter((state) => state === 'done').length
  const { above, middle } = levelRingText(level)
  const day = longDate(facts.completed_ts, locale, timeZone)
  // such as AQ-204-118-S3
  const number = facts.ngo_id === null ? null : `${facts.ngo_id}-${(above ?? '').slice(0, 1)}${middle}`
  return {
    header,
    opening: say('print.opening'),
    name: `${facts.firstname} ${facts.lastname}`,
    achievement: say('print.what', { level, scheme, club }),
    level,
    date: say('print.when', { date: day }),
    day,
    above,
    middle,
    rungs,
    skillsDone:
      done === rungs.length
        ? say('print.allSkills', { count: done })
        : say('print.someSkills', { count: done, all: rungs.length }),
    signatures: [
      { name: facts.coach ?? '', role: say('print.coach') },
      { name: '', role: club },
    ],
    footer: number === null ? letterhead.client : say('print.number', { number, client: letterhead.client }),
    codeLabel: say('print.code'),
  }
}
