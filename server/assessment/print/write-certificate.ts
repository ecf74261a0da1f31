import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import { lookOf } from '#server/platform/mail/look.ts'
import { serverWords } from '#server/platform/words.ts'
import { drawCertificate } from './certificate.ts'
import { fontsOf } from './fonts.ts'
import type { PageHeader } from './logo.ts'
import { Paper } from './paper.ts'
import type { CertificateFacts, Letterhead } from './queries.ts'

/** A date such as `20 November 2026`, in the club's time zone. */
export function longDate(seconds: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(seconds * 1000)
}

/** Writes the PDF file of a certificate. */
export async function writeCertificate(
  letterhead: Letterhead,
  header: PageHeader,
  facts: CertificateFacts,
  locale: string,
  at: Date,
): Promise<Buffer> {
  const say = serverWords(locale, letterhead.texts)
  const name = `${facts.firstname} ${facts.lastname}`
  const { level, scheme, club, time_zone: timeZone } = facts
  const title = say('print.certificate', { name, level })
  const paper = new Paper({ title, locale, fonts: fontsOf(letterhead.look.theme), at })
  drawCertificate(paper, lookOf(letterhead.look.theme, letterhead.look.own), {
    header,
    opening: say('print.opening'),
    name,
    achievement: say('print.what', { level, scheme, club }),
    date: say('print.when', { date: longDate(facts.completed_ts, locale, timeZone) }),
    ...levelRingText(level),
    signatureLabels: [say('print.coach'), club],
    footer:
      facts.ngo_id === null
        ? letterhead.client
        : say('print.number', { number: facts.ngo_id, client: letterhead.client }),
  })
  return paper.bytes()
}
