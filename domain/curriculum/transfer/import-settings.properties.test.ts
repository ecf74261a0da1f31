import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importSettings } from './import-settings.ts'
import type { PreferredSide } from './merge-node.ts'
import { fingerprintsOf, settingParts } from './scheme-fingerprints.ts'
import type { SchemeFile } from './scheme-file.ts'
import {
  invertSettings,
  applySettings,
  settingValue,
  type SettingType,
  type Settings,
} from '#domain/curriculum/edits/scheme-settings.ts'
import { treeOf } from '#domain/curriculum/tree.ts'
import { defaultFields } from '#domain/testing/author.ts'

const UUID = '3f0b8f2e-0000-4000-8000-000000000001'
const word = fc.constantFrom('What', 'How', 'Why')
const words = fc.record({ en: word, cy: word }, { requiredKeys: ['en'] })
const gradeWords = fc.constantFrom(['no', 'yes'], ['0', '1'])
const labels = fc.option(fc.record({ en: gradeWords, cy: gradeWords }, { requiredKeys: ['en'] }), { nil: null })
/** Up to three sections or videos with ids from 1 to 3. */
const upToThree = <T extends { id: number }>(withId: (id: number) => fc.Arbitrary<T>) =>
  fc.subarray([1, 2, 3]).chain((ids) => fc.tuple(...ids.map(withId)))
const settings: fc.Arbitrary<Settings> = fc.record({
  languages: fc.subarray(['cy-GB', 'fr-FR']).map((more) => ['en-GB', ...more]),
  sections: upToThree((id) =>
    fc.record({
      id: fc.constant(id),
      name: words,
      type: fc.constantFrom('text', 'warning'),
      visibility: fc.constantFrom('all', 'coach'),
    }),
  ),
  grades: fc
    .subarray([2, 3])
    .chain((kinds) =>
      fc.tuple(...kinds.map((grade) => fc.record({ grade: fc.constant(grade), pass: fc.constantFrom(1, 2), labels }))),
    ),
  videos: upToThree((id) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constantFrom('Kick', 'Dive'),
      url: fc.constantFrom('a', 'b', 'c').map((name) => `https://films.example/${name}-${id}`),
      poster: fc.constant(null),
    }),
  ),
})
const prefer = fc.constantFrom<PreferredSide>('here', 'file')

/**
 * Imports the settings `theirs` of a file into a scheme with the settings `here`. `base` are the scheme's settings when
 * the file was exported from it; null = the file is of another scheme. The file has a skill of each of these `kinds`.
 */
function importInto(
  base: Settings | null,
  here: Settings,
  theirs: Settings,
  side: PreferredSide,
  kinds: readonly number[] = [],
) {
  const file: SchemeFile = {
    format: 'rungs-scheme',
    version: 1,
    name: {},
    ...theirs,
    nodes: kinds.map((grade) => ({ ...defaultFields, id: `/${grade}`, parentId: null, t: 's', title: {}, grade })),
    ...(base ? { marks: fingerprintsOf(treeOf([]), { uuid: UUID, settings: base }) } : {}),
  }
  /** The scheme has no nodes that could refer to further ids. */
  const usedIds = { sections: [], videos: [] }
  const target = { uuid: UUID, settings: here, usedIds, kinds: new Set<number>(), showsVideos: true, files: new Map() }
  const imported = importSettings(file, target, side)
  // as if a node of the file had a text in each language, because only then the language is added
  for (const locale of theirs.languages) imported.language(locale.slice(0, 2))
  return { ...imported, ...imported.result() }
}

/** The type and id of every setting that is in at least one of these. */
function allSettings(...sources: Settings[]): [SettingType, string][] {
  const names = sources.flatMap(({ languages, sections, grades, videos }) => [
    ...languages.map((id) => `language ${id}`),
    ...sections.map(({ id }) => `section ${id}`),
    ...grades.map(({ grade }) => `grade ${grade}`),
    ...videos.map(({ id }) => `video ${id}`),
  ])
  return [...new Set(names)].map((name) => name.split(' ') as [SettingType, string])
}

describe('the import of a file’s settings', () => {
  it('changes nothing when neither the file nor the scheme has changed since the export', () => {
    fc.assert(
      fc.property(settings, prefer, (here, side) => {
        expect(importInto(here, here, here, side)).toMatchObject({ changes: [], conflicts: [], problems: [] })
      }),
    )
  })

  it('is undone by its inverted changes', () => {
    fc.assert(
      fc.property(fc.option(settings), settings, settings, prefer, (base, here, file, side) => {
        const { changes, after } = importInto(base, here, file, side)
        expect(applySettings(here, changes)).toEqual(after)
        expect(applySettings(after, invertSettings(changes))).toEqual(here)
        // settings that have changed meanwhile refuse the changes
        if (changes.length > 0) expect(applySettings(after, changes)).toBeNull()
      }),
    )
  })

  it('removes nothing, and takes each part from the side that alone has changed it', () => {
    fc.assert(
      fc.property(settings, settings, settings, (base, here, file) => {
        const { after } = importInto(base, here, file, 'here')
        for (const [type, id] of allSettings(base, here, file)) {
          const [was, mine, theirs, now] = [base, here, file, after].map((source) => {
            const value = settingValue(source, type, id)
            return value === null ? null : settingParts(value)
          })
          if (mine) expect(now).toBeTruthy()
          if (!was || !mine || !theirs || !now) continue
          // a section of another type or visibility, and a video at another address, is added as a new one
          const fixedPart = type === 'section' ? 'kind' : type === 'video' ? 'url' : ''
          const isSameSetting = [was[fixedPart], mine[fixedPart]].includes(theirs[fixedPart])
          for (const part of Object.keys({ ...was, ...mine, ...theirs })) {
            const isFromFile = isSameSetting && part !== fixedPart && mine[part] === was[part]
            expect(now[part]).toBe(isFromFile ? theirs[part] : mine[part])
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('from another scheme adds only what nodes need, and changes no setting', () => {
    fc.assert(
      fc.property(settings, settings, prefer, fc.subarray([2, 3]), (here, file, side, kinds) => {
        const imported = importInto(null, here, file, side, kinds)
        const hasScale =
          ({ grades }: Settings) =>
          (kind: number) =>
            grades.some(({ grade }) => grade === kind)
        const missing = kinds.filter((kind) => hasScale(file)(kind) && !hasScale(here)(kind))
        expect(imported.changes.filter(({ what }) => what === 'grade').map(({ id }) => Number(id))).toEqual(missing)
        // a setting that the scheme lacked has null as its value before
        for (const { was, what } of imported.changes)
          expect([was, ['language', 'grade'].includes(what)]).toEqual([null, true])
        for (const { id, name, type, visibility } of file.sections) {
          const ownId = imported.section(id)
          const ownSection = imported.result().after.sections.find((section) => section.id === ownId)
          expect(ownSection).toMatchObject({ type, visibility })
          expect(Object.entries(name).some(([language, text]) => ownSection?.name[language] === text)).toBe(true)
        }
        for (const { id, url } of file.videos) {
          const ownId = imported.video(id)
          expect(imported.result().after.videos.find((video) => video.id === ownId)?.url).toBe(url)
        }
      }),
    )
  })
})
