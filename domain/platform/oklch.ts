/** A colour as CSS names it: lightness from 0 to 1, chroma, hue in degrees. */
interface Oklch {
  l: number
  c: number
  h: number
}

/** The linear light of one channel (red, green or blue) of an sRGB colour, both from 0 to 1; and the inverse. */
const linearOf = (channel: number) => (channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const channelOf = (linear: number) => (linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

/**
 * Converts OKLCH to `#rrggbb`, with the matrices of CSS Color 4: from OKLab (`l`, `a`, `b`) to the response of the eye
 * to long, middle and short waves, and from there to linear sRGB. Colours outside sRGB are clipped.
 */
export function srgbOf({ l, c, h }: Oklch): string {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const middle = (l - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (l - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  const linear = [
    4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701 * short,
  ]
  const hex = (value: number) =>
    Math.round(channelOf(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${linear.map(hex).join('')}`
}

/** Converts `#rrggbb` to OKLCH: the inverse of `srgbOf`. */
export function oklchOf(colour: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linearOf(Number.parseInt(colour.slice(start, start + 2), 16) / 255),
  )
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const middle = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  const l = 0.210_454_255_3 * long + 0.793_617_785 * middle - 0.004_072_046_8 * short
  const a = 1.977_998_495_1 * long - 2.428_592_205 * middle + 0.450_593_709_9 * short
  const b = 0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766 * short
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}
