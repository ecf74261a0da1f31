import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '#domain/platform/contrast.ts'
import { CLUB_BACKGROUNDS, darkBrand, logoContrast, hasIconContrast } from './logo-contrast.ts'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]
/** The pixels of a picture; each is repeated so many times. */
const picture = (...parts: readonly (readonly [Pixel, number])[]) =>
  Uint8Array.from(parts.flatMap(([pixel, times]) => Array.from({ length: times }, () => pixel).flat()))
const WHITE: Pixel = [255, 255, 255, 255]
const BLACK: Pixel = [0, 0, 0, 255]
const TRANSPARENT: Pixel = [0, 0, 0, 0]

describe('a logo on a background', () => {
  test('of one colour has the contrast of that colour, whatever invisible pixels surround it', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(50), (red, green, blue, unseen) => {
        const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        const logo = picture([TRANSPARENT, unseen], [[red, green, blue, 255], 7])
        expect(logoContrast(logo, '#00405c')).toBe(contrast(colour, '#00405c'))
      }),
    )
  })

  test('has the contrast of its letters when its plate has the colour of the background', () => {
    expect(logoContrast(picture([BLACK, 90], [WHITE, 10]), '#000000')).toBe(21)
    // letters that are only a hundredth of the pixels are taken for specks
    expect(logoContrast(picture([BLACK, 990], [WHITE, 10]), '#000000')).toBe(1)
  })

  test('has less contrast the more transparent it is, and none without visible pixels', () => {
    const faint = (alpha: number) => logoContrast(picture([[255, 255, 255, alpha], 4]), '#000000')
    expect(faint(255)).toBe(21)
    expect(hasIconContrast(faint(60))).toBe(false)
    expect(faint(20)).toBe(1)
    expect(logoContrast(new Uint8Array(), '#000000')).toBe(1)
  })

  test('that is white has too little contrast on paper, and one that is black in dark mode', () => {
    const visibleModes = (pixel: Pixel) =>
      (['light', 'dark'] as const).filter((mode) =>
        hasIconContrast(logoContrast(picture([pixel, 9]), CLUB_BACKGROUNDS[mode])),
      )
    expect([visibleModes(WHITE), visibleModes(BLACK), visibleModes([220, 60, 60, 255])]).toEqual([
      ['dark'],
      ['light'],
      ['light', 'dark'],
    ])
  })
})

test('a client’s colour becomes darker in dark mode, unless it is dark already', () => {
  expect(darkBrand('#e0f0ff')).not.toBe('#e0f0ff')
  expect(darkBrand('#101010')).toBe('#101010')
})
