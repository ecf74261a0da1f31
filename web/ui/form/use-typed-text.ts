import { useState } from 'react'

/**
 * The text of a field that understands several ways to write a value. While somebody types, the text stays theirs; a
 * value from elsewhere is written in the usual form. `setTyped` takes what is typed, and '' when the field is left.
 */
export function useTypedText(value: string, read: (typed: string) => string, written: string) {
  const [typed, setTyped] = useState('')
  return { text: typed !== '' && read(typed) === value ? typed : written, setTyped }
}
