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
  type Setting,
  type Settings,
} from '#domain/curriculum/edits/scheme-settings.ts'
import { treeOf } from '#domain/curriculum/tree.ts'

const UUID = '3f0b8f2e-0000-4000-8000-000000000001'
const word = fc.constantFrom('What', 'How', 'Why')
const words = fc.record({ en: word, cy: word }, { requiredKeys: ['en'] })
const list = fc.constantFrom(['no', 'yes'], ['0', '1'])
const labels = fc.option(fc.record({ en: list, cy: list }, { requiredKeys: ['en'] }), { nil: null })
const few = <T extends { id: number }>(one: (id: number) => fc.Arbitrary<T>) =>
  fc.subarray([1, 2, 3]).chain((ids) => fc.tuple(...ids.map(one)))
const settings: fc.Arbitrary<Settings> = fc.record({
  languages: fc.subarray(['cy-GB', 'fr-FR']).map((more) => ['en-GB', ...more]),
  sections: few((id) =>
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
  videos: few((id) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constantFrom('Kick', 'Dive'),
      url: fc.constantFrom('a', 'b', 'c').map((name) => `https://films.example/${name}-${id}`),
      poster: fc.constant(null),
    }),
  ),
})
const prefer = fc.constantFrom<PreferredSide>('here', 'file')

function bring(base: Settings | null, here: Settings, theirs: Settings, side: PreferredSide) {
  const file: SchemeFile = {
    format: 'rungs-scheme',
    version: 1,
    name: {},
    ...theirs,
    nodes: [],
    ...(base ? { marks: fingerprintsOf(treeOf([]), { uuid: UUID, settings: base }) } : {}),
  }
  const given = { sections: [], videos: [] }
  const ground = { uuid: UUID, settings: here, given, kinds: new Set<number>(), films: true, files: new Map() }
  const brought = importSettings(file, ground, side)
  for (const locale of theirs.languages) brought.language(locale.slice(0, 2))
  return { ...brought, ...brought.done() }
}

/** Every thing of several settings by its kind and number. */
function things(...of: Settings[]): [Setting['what'], string][] {
  const names = of.flatMap(({ languages, sections, grades, videos }) => [
    ...languages.map((id) => `language ${id}`),
    ...sections.map(({ id }) => `section ${id}`),
    ...grades.map(({ grade }) => `grade ${grade}`),
    ...videos.map(({ id }) => `video ${id}`),
  ])
  return [...new Set(names)].map((name) => name.split(' ') as [Setting['what'], string])
}

describe('the settings that a file brings for a whole scheme', () => {
  it('as it was written is nothing', () => {
    fc.assert(
      fc.property(settings, prefer, (here, side) => {
        expect(bring(here, here, here, side)).toMatchObject({ list: [], conflicts: [], problems: [] })
      }),
    )
  })

  it('is taken back by itself turned round', () => {
    fc.assert(
      fc.property(fc.option(settings), settings, settings, prefer, (base, here, file, side) => {
        const { list, after } = bring(base, here, file, side)
        expect(applySettings(here, list)).toEqual(after)
        expect(applySettings(after, invertSettings(list))).toEqual(here)
        // and does not fit where somebody else was there first
        if (list.length > 0) expect(applySettings(after, list)).toBeNull()
      }),
    )
  })

  it('takes nothing away, and of each part what only one side changed is that side’s', () => {
    fc.assert(
      fc.property(settings, settings, settings, (base, here, file) => {
        const { after } = bring(base, here, file, 'here')
        for (const [what, id] of things(base, here, file)) {
          const [was, mine, theirs, now] = [base, here, file, after].map((one) => {
            const value = settingValue(one, what, id)
            return value === null ? null : settingParts(value)
          })
          if (mine) expect(now).toBeTruthy()
          if (!was || !mine || !theirs || !now) continue
          // who reads a section, and where a film is, is never changed in place: that is another one
          const fixed = what === 'section' ? 'kind' : what === 'video' ? 'url' : ''
          const same = [was[fixed], mine[fixed]].includes(theirs[fixed])
          for (const part of Object.keys({ ...was, ...mine, ...theirs })) {
            const byFile = same && part !== fixed && mine[part] === was[part]
            expect(now[part]).toBe(byFile ? theirs[part] : mine[part])
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('of another scheme comes as far as nodes lean on it, and leaves the scales that are here', () => {
    fc.assert(
      fc.property(settings, settings, prefer, (here, file, side) => {
        const brought = bring(null, here, file, side)
        for (const { was, what } of brought.list)
          expect([was, ['language', 'grade'].includes(what)]).toEqual([null, true])
        for (const { id, name, type, visibility } of file.sections) {
          const at = brought.section(id)
          const there = brought.done().after.sections.find((one) => one.id === at)
          expect(there).toMatchObject({ type, visibility })
          expect(Object.entries(name).some(([language, text]) => there?.name[language] === text)).toBe(true)
        }
        for (const { id, url } of file.videos) {
          const at = brought.video(id)
          expect(brought.done().after.videos.find((one) => one.id === at)?.url).toBe(url)
        }
      }),
    )
  })
})
