export const NAME_MAX = 50

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} '’.-]*$/u

/** Whether a text is a first or last name [5.6]: letters of any script with marks, space, apostrophe, hyphen and period. */
export function isName(text: string): boolean {
  return text.length <= NAME_MAX && NAME.test(text)
}

/** Whether two people would call it the same name: without regard to case, kind of apostrophe, hyphen or space, and to how accents are encoded. */
export function sameName(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

function plain(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[\s\u2010-\u2015-]+/g, ' ')
    .trim()
    .toLowerCase()
}
