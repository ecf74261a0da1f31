import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readableOn, themePairs, themeStyles } from './contrast.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('the contrast of two colours is the ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#0000ff', '#ffffff')).toBeCloseTo(8.59, 2)
})

test('contrast is symmetric, and the text colour chosen for any background has a contrast of at least 4.2', () => {
  // on a few colours neither dark nor light text reaches the 4.5 of WCAG
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      expect(contrast(one, other)).toBe(contrast(other, one))
      expect(contrast(one, readableOn(one))).toBeGreaterThanOrEqual(4.2)
    }),
  )
})

test('colours of a theme without enough contrast are named by their fields', () => {
  const failing = (theme: Parameters<typeof themePairs>[0]) =>
    themePairs(theme).flatMap(({ field, ratio, least }) => (ratio < least ? [field] : []))
  expect(failing({ brand: '#00405c', accent: '#6fe3e9', action: '#055c83' })).toEqual([])
  expect(failing({ brand: '#00405c', accent: '#103050', action: '#9fd0e0' })).toEqual(['accent', 'action'])
})

test('text is readable on the second colour of a header where it is on the first', () => {
  for (let level = 0; level < 256; level++) {
    const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
    const text = readableOn(grey)
    if (contrast(grey, text) < 4.5) continue
    const shift = /--brand-2: light-dark\(oklch\(from #\w{6} calc\(l ([+-]) 0\.06\)/.exec(
      themeStyles('rungs', { brand: grey, accent: grey, action: grey }),
    )?.[1]
    // the lightness of a grey in OKLCH is the cube root of its luminance, which its contrast with white tells
    const luminance = 1.05 / contrast(grey, '#ffffff') - 0.05
    const lightness = Math.cbrt(luminance) + (shift === '-' ? -0.06 : 0.06)
    const second = Math.min(Math.max(lightness, 0), 1) ** 3
    const ofText = 1.05 / contrast(text, '#ffffff') - 0.05
    const ratio = (Math.max(second, ofText) + 0.05) / (Math.min(second, ofText) + 0.05)
    expect([grey, ratio >= 4.5]).toEqual([grey, true])
  }
})

test('links and buttons are readable on the soft colour where the colour is dark enough for a page', () => {
  for (let level = 0; level < 256; level++) {
    const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
    if (
      themePairs({ brand: grey, accent: grey, action: grey }).some(
        ({ field, ratio, least }) => field === 'action' && ratio < least,
      )
    )
      continue
    const styles = themeStyles('rungs', { brand: grey, accent: grey, action: grey })
    const darker = Number(
      /--action-ink: light-dark\(oklch\(from #\w{6} calc\(l - ([\d.]+)\) c h\)/.exec(styles)?.[1] ?? 0,
    )
    const soft = Number(/--action-soft: light-dark\(oklch\(from #\w{6} ([\d.]+) /.exec(styles)?.[1])
    // a grey's lightness in OKLCH, as above
    const lightness = Math.cbrt(1.05 / contrast(grey, '#ffffff') - 0.05) - darker
    const ratio = (soft ** 3 + 0.05) / (Math.max(lightness, 0) ** 3 + 0.05)
    expect([grey, ratio >= 4.5]).toEqual([grey, true])
  }
})
