import { canonicalJson } from '#domain/platform/canonical.ts'
import {
  settingValue,
  type SettingType,
  type SettingValues,
  type Settings,
} from '#domain/curriculum/edits/scheme-settings.ts'
import { fingerprint } from '#domain/curriculum/translation.ts'
import { inTreeOrder, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/**
 * Fingerprints of a scheme at the time of its export, by node id, then by part of the node. Under the empty id are the
 * order of the roots and the scheme's id. A setting is under its type and id (`section 2`), which no node's id looks
 * like. An import compares them with the file and with the scheme, and so knows which side has changed a part since.
 */
export type SchemeFingerprints = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The parts of a node or a setting that can change independently of each other, as text by name. */
export type ComparedParts = Readonly<Record<string, string>>

/**
 * The parts of a node: its parent (`place`), each language of its title, the list of its sections, the kind and each
 * language of every section, and all other fields as `rest`. The names of the parts stand in exported files.
 */
export function partsOf(node: AuthorNode): ComparedParts {
  const { id: _, parentId, title, content, pins: __, origin: ___, ...rest } = node
  const parts: Record<string, string> = { place: parentId ?? '', rest: canonicalJson(rest) }
  for (const [language, text] of Object.entries(title)) parts[`title.${language}`] = text
  if (content.length > 0) parts['sections'] = content.map(({ key }) => key).join(' ')
  for (const section of content) {
    const { key, type, of } = section
    parts[`section.${key}`] = `${type} ${of ?? ''}`
    for (const language of new Set([...Object.keys(section.title), ...Object.keys(section.value)]))
      parts[`section.${key}.${language}`] = canonicalJson([section.title[language], section.value[language]])
  }
  return parts
}

/** The parts of a setting. A language has nothing that could change; its one part says that the scheme has it. */
export function settingParts(value: SettingValues[SettingType]): ComparedParts {
  if (value === true) return { there: '' }
  if ('pass' in value) {
    const labels = Object.entries(value.labels ?? {}).map(([language, list]) => [
      `labels.${language}`,
      JSON.stringify(list),
    ])
    return { pass: String(value.pass), ...(Object.fromEntries(labels) as ComparedParts) }
  }
  if ('url' in value)
    return { name: value.name, url: value.url, ...(value.poster === null ? {} : { poster: value.poster }) }
  const names = Object.entries(value.name).map(([language, text]) => [`name.${language}`, text])
  return { kind: `${value.type} ${value.visibility}`, ...(Object.fromEntries(names) as ComparedParts) }
}

const fingerprintParts = (parts: ComparedParts): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, fingerprint(text)]))

/** The fingerprints of a tree and, if it is given, of the scheme's settings. */
export function fingerprintsOf(tree: Tree, scheme?: { uuid: string; settings: Settings }): SchemeFingerprints {
  /** The fingerprint of the order of a node's children, if it has any. */
  const order = (id: string | null): Record<string, string> => {
    const ids = tree.children.get(id) ?? []
    return ids.length === 0 ? {} : { children: fingerprint(ids.join(' ')) }
  }
  const nodes = inTreeOrder(tree).map(
    (node) => [node.id, { ...fingerprintParts(partsOf(node)), ...order(node.id) }] as const,
  )
  if (!scheme) return Object.fromEntries([['', order(null)] as const, ...nodes])
  const { uuid, settings } = scheme
  const { languages, sections, grades, videos } = settings
  const settingIds: [SettingType, (number | string)[]][] = [
    ['language', languages],
    ['section', sections.map(({ id }) => id)],
    ['grade', grades.map(({ grade }) => grade)],
    ['video', videos.map(({ id }) => id)],
  ]
  const ofSettings = settingIds.flatMap(([what, ids]) =>
    ids.flatMap((id) => {
      const value = settingValue(settings, what, String(id))
      return value === null ? [] : [[`${what} ${id}`, fingerprintParts(settingParts(value))] as const]
    }),
  )
  return Object.fromEntries([['', { ...order(null), scheme: fingerprint(uuid) }] as const, ...ofSettings, ...nodes])
}
