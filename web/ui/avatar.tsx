import type { CSSProperties } from 'react'

/**
 * The first letters of the first name and of the last word of the last name, without its O' or D': "Llŷr ap Rhys" → LR,
 * "Siân O'Connor" → SC.
 */
function initials(firstname: string, lastname: string): string {
  const last = lastname.trim().split(/\s+/).at(-1) ?? ''
  const letter = (text: string) => [...text][0] ?? ''
  return (letter(firstname.trim()) + letter(last.replace(/^(O|D)['’]/i, ''))).toLocaleUpperCase()
}

/** A circle with a person's initials. */
export function Avatar({ firstname, lastname, size }: { firstname: string; lastname: string; size?: string }) {
  return (
    <span
      className="av"
      style={size === undefined ? undefined : ({ '--av': size } as CSSProperties)}
      aria-hidden="true"
    >
      {initials(firstname, lastname)}
    </span>
  )
}
