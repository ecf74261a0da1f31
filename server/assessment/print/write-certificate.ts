import { levelMark } from '#domain/assessment/level-mark.ts'
import { lookOf } from '#server/platform/mail/look.ts'
import { serverWords } from '#server/platform/words.ts'
import { drawCertificate } from './certificate.ts'
import { fontsOf } from './fonts.ts'
import type { Head } from './logo.ts'
import { Paper } from './paper.ts'
import type { CertificateFacts, House } from './queries.ts'

/** `20 November 2026`, by the clock of the club. */
export function longDate(seconds: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(seconds * 1000)
}

export async function writeCertificate(
  house: House,
  head: Head,
  facts: CertificateFacts,
  locale: string,
  at: Date,
): Promise<Buffer> {
  const say = serverWords(locale, house.texts)
  const name = `${facts.firstname} ${facts.lastname}`
  const { level, scheme, club, time_zone: timeZone } = facts
  const title = say('print.certificate', { name, level })
  const paper = new Paper({ title, locale, fonts: fontsOf(house.look.theme), at })
  drawCertificate(paper, lookOf(house.look.theme, house.look.own), {
    head,
    opening: say('print.opening'),
    name,
    what: say('print.what', { level, scheme, club }),
    when: say('print.when', { date: longDate(facts.completed_ts, locale, timeZone) }),
    ...levelMark(level),
    signs: [say('print.coach'), club],
    number: facts.ngo_id === null ? house.client : say('print.number', { number: facts.ngo_id, client: house.client }),
  })
  return paper.bytes()
}
