/** Moments of a film that are tried, in seconds: it often begins in the dark. */
const MOMENTS = [0.5, 1.5, 3]
/** A browser that has not shown a moment by then cannot read the film. */
const LONGEST_MS = 8_000
const WIDEST = 1280
/** Of 255, on average: darker says nothing. */
const DARK = 24

/** A picture from the first seconds of a film that this browser can play; null where it cannot. `url` is of this origin. */
export async function stillOf(url: string, name: string): Promise<File | null> {
  const film = document.createElement('video')
  film.muted = true
  film.playsInline = true
  film.preload = 'auto'
  try {
    const loaded = happens(film, 'loadeddata')
    film.src = url
    if (!(await loaded) || film.videoWidth === 0) return null
    const canvas = document.createElement('canvas')
    const scale = Math.min(1, WIDEST / film.videoWidth)
    canvas.width = Math.round(film.videoWidth * scale)
    canvas.height = Math.round(film.videoHeight * scale)
    const paint = canvas.getContext('2d', { willReadFrequently: true })
    if (!paint) return null
    for (const moment of MOMENTS) {
      const seeked = happens(film, 'seeked')
      film.currentTime = Math.min(moment, Number.isFinite(film.duration) ? film.duration / 2 : moment)
      if (!(await seeked)) break
      paint.drawImage(film, 0, 0, canvas.width, canvas.height)
      if (brightness(paint.getImageData(0, 0, canvas.width, canvas.height).data) > DARK) break
    }
    const bytes = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    return bytes && new File([bytes], `${name}.jpg`, { type: 'image/jpeg' })
  } finally {
    film.removeAttribute('src')
    film.load()
  }
}

function happens(film: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(false), LONGEST_MS)
    const end = (well: boolean) => () => {
      clearTimeout(timer)
      done(well)
    }
    film.addEventListener(event, end(true), { once: true })
    film.addEventListener('error', end(false), { once: true })
  })
}

function brightness(pixels: Uint8ClampedArray): number {
  let sum = 0
  let count = 0
  // every so many pixels say enough
  for (let at = 0; at + 2 < pixels.length; at += 4 * 97) {
    sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)
    count += 3
  }
  return sum / Math.max(count, 1)
}
