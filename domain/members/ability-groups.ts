import { TAG_LENGTH } from '#domain/identity/person.ts'

/**
 * What is wrong with the name of an ability group, or null. It has no comma and no semicolon, because forms separate
 * names by commas and files by semicolons.
 */
export function abilityGroupProblem(name: string): 'too-long' | 'separator' | null {
  if ([...name].length > TAG_LENGTH) return 'too-long'
  return /[,;]/.test(name) ? 'separator' : null
}

/** The form in which names are compared: case and surrounding space do not matter. */
export function abilityGroupKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/**
 * The names in a comma-separated list. Old names may contain a comma themselves, so a name that is one of
 * `existingNames` is not split.
 */
export function parseAbilityGroups(list: string, existingNames: readonly string[]): string[] {
  const keys = new Set(existingNames.map(abilityGroupKey))
  const parts = list.split(',')
  const names: string[] = []
  for (let start = 0; start < parts.length;) {
    // the longest run of parts that is an existing name, else one part
    let end = parts.length
    while (end > start + 1 && !keys.has(abilityGroupKey(parts.slice(start, end).join(',')))) end--
    names.push(parts.slice(start, end).join(','))
    start = end
  }
  return names
}

/**
 * The names without empty ones and duplicates, each in the spelling that came first. `spellings` has the spellings that
 * came before, by `abilityGroupKey`; new names are added to it.
 */
export function uniqueAbilityGroups(names: readonly string[], spellings = new Map<string, string>()): string[] {
  const spelled = names.flatMap((name) => {
    const key = abilityGroupKey(name)
    if (key === '') return []
    const spelling = spellings.get(key) ?? name.trim()
    spellings.set(key, spelling)
    return [spelling]
  })
  return [...new Set(spelled)]
}
