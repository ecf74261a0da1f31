import { TAG_LENGTH } from '#domain/identity/person.ts'

/** What is wrong with the name of an ability group, or null. Forms separate names by commas, files by semicolons. */
export function abilityGroupProblem(name: string): 'too-long' | 'separator' | null {
  if ([...name].length > TAG_LENGTH) return 'too-long'
  return /[,;]/.test(name) ? 'separator' : null
}

/** The form in which names are compared: case and surrounding space do not matter. */
export function abilityGroupKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/**
 * The names in a comma-separated list. Old names may contain a comma themselves: one of `known` that is in the list is
 * not split.
 */
export function parseAbilityGroups(list: string, known: readonly string[]): string[] {
  const keys = new Set(known.map(abilityGroupKey))
  const parts = list.split(',')
  const names: string[] = []
  for (let start = 0; start < parts.length;) {
    let end = parts.length
    while (end > start + 1 && !keys.has(abilityGroupKey(parts.slice(start, end).join(',')))) end--
    names.push(parts.slice(start, end).join(','))
    start = end
  }
  return names
}

/**
 * The names without empty ones and duplicates, each in the spelling that came first. `spellings` has the known
 * spellings by key; new names are added to it.
 */
export function uniqueAbilityGroups(names: readonly string[], spellings = new Map<string, string>()): string[] {
  const spelled = names.flatMap((name) => {
    const key = abilityGroupKey(name)
    if (key === '') return []
    const known = spellings.get(key) ?? name.trim()
    spellings.set(key, known)
    return [known]
  })
  return [...new Set(spelled)]
}
