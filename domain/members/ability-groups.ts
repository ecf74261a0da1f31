import { TAG_LENGTH } from '#domain/identity/person.ts'

/** A form lists ability groups with commas between them, a file with semicolons: neither is part of a name. */
export function abilityGroupProblem(name: string): 'too-long' | 'separator' | null {
  if ([...name].length > TAG_LENGTH) return 'too-long'
  return /[,;]/.test(name) ? 'separator' : null
}

/** Names that differ only in case or in space around them have one key. */
export function abilityGroupKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/**
 * The names of a list with commas between them. Names of long ago may have a comma themselves: one of `known` that stands
 * in the list stays whole.
 */
export function listedAbilityGroups(list: string, known: readonly string[]): string[] {
  const keys = new Set(known.map(abilityGroupKey))
  const parts = list.split(',')
  const names: string[] = []
  for (let at = 0; at < parts.length;) {
    let end = parts.length
    while (end > at + 1 && !keys.has(abilityGroupKey(parts.slice(at, end).join(',')))) end--
    names.push(parts.slice(at, end).join(','))
    at = end
  }
  return names
}

/** Each name once, empty ones left out, spelled as it came first; `spellings` are those known before, and learns. */
export function inOneSpelling(names: readonly string[], spellings = new Map<string, string>()): string[] {
  const spelled = names.flatMap((name) => {
    const key = abilityGroupKey(name)
    if (key === '') return []
    const known = spellings.get(key) ?? name.trim()
    spellings.set(key, known)
    return [known]
  })
  return [...new Set(spelled)]
}
