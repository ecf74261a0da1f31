import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '#domain/platform/contrast.ts'
import { CLUB_BACKGROUNDS, darkBrand, logoContrast, hasIconContrast } from './logo-contrast.ts'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]
/** The bytes of a picture that has each of these pixels the given number of times. */
const picture = (...parts: readonly (readonly [pixel: Pixel, count: number])[]) =>
  Uint8Array.from(parts.flatMap(([pixel, count]) => Array.from({ length: count }, () => pixel).flat()))
const WHITE: Pixel = [255, 255, 255, 255]
const BLACK: Pixel = [0, 0, 0, 255]
const TRANSPARENT: Pixel = [0, 0, 0, 0]

describe('a logo on a background', () => {
  test('of one colour has the contrast of that colour, whatever invisible pixels surround it', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(50), (red, green, blue, invisibleCount) => {
        const colour = `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
        const logo = picture([TRANSPARENT, invisibleCount], [[red, green, blue, 255], 7])
        expect(logoContrast(logo, '#00405c')).toBe(contrast(colour, '#00405c'))
      }),
    )
  })

  test('has the contrast of its letters when the area behind them has the colour of the background', () => {
    expect(logoContrast(picture([BLACK, 90], [WHITE, 10]), '#000000')).toBe(21)
    // pixels that are only a hundredth of the picture do not count as letters
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
