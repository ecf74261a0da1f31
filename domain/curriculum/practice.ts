import { textOfHtml } from './transfer/outline-text.ts'

interface NamedSection {
  title: string
  type: string
  value: string
}

/** How authors name the section for families, in English ("Practise at home") and in Welsh ("Ymarfer gartref"). */
const AT_HOME = /\b(?:home|[cg]artref|nghartref)\b/i

/**
 * What families can practise at home: the text section that says so in its title; undefined where the authors wrote
 * none, because a dive is nobody's homework. Sections have no other sign of whom they are for.
 */
export function homePractice<S extends NamedSection>(content: readonly S[]): S | undefined {
  return content.find(
    ({ title, type, value }) =>
      (type === 'text' || type === 'text-no-link') && AT_HOME.test(title) && textOfHtml(value) !== '',
  )
}

/** The first sentence of a formatted text; its first line where that ends before a full stop. */
export function firstSentence(html: string): string {
  const [line = ''] = textOfHtml(html).split('\n')
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}
