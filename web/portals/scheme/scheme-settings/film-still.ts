/** The positions in seconds from which a frame is tried; more than one, because many videos begin with black. */
const MOMENTS = [0.5, 1.5, 3]
/** A browser that takes longer than this to show a frame cannot play the video. */
const MAX_WAIT_MS = 8_000
const WIDEST = 1280
/** A frame whose average brightness (of 255) is below this is too dark to be useful. */
const DARK = 24

/**
 * A frame from the first seconds of a video as a JPEG file; null if this browser cannot play the video. `url` must be of this
 * origin, because the canvas cannot be read otherwise.
 */
export async function stillOf(url: string, name: string): Promise<File | null> {
  const film = document.createElement('video')
  film.muted = true
  film.playsInline = true
  film.preload = 'auto'
  try {
    const loaded = waitFor(film, 'loadeddata')
    film.src = url
    if (!(await loaded) || film.videoWidth === 0) return null
    const canvas = document.createElement('canvas')
    const scale = Math.min(1, WIDEST / film.videoWidth)
    canvas.width = Math.round(film.videoWidth * scale)
    canvas.height = Math.round(film.videoHeight * scale)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    for (const moment of MOMENTS) {
      const seeked = waitFor(film, 'seeked')
      film.currentTime = Math.min(moment, Number.isFinite(film.duration) ? film.duration / 2 : moment)
      if (!(await seeked)) break
      context.drawImage(film, 0, 0, canvas.width, canvas.height)
      if (brightness(context.getImageData(0, 0, canvas.width, canvas.height).data) > DARK) break
    }
    const bytes = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    return bytes && new File([bytes], `${name}.jpg`, { type: 'image/jpeg' })
  } finally {
    film.removeAttribute('src')
    film.load()
  }
}

/** Waits for an event of the video; false after an error or when it takes too long. */
function waitFor(film: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(false), MAX_WAIT_MS)
    const end = (success: boolean) => () => {
      clearTimeout(timer)
      done(success)
    }
    film.addEventListener(event, end(true), { once: true })
    film.addEventListener('error', end(false), { once: true })
  })
}

/** The average brightness of a sample of the pixels, from 0 to 255. */
function brightness(pixels: Uint8ClampedArray): number {
  let sum = 0
  let count = 0
  for (let i = 0; i + 2 < pixels.length; i += 4 * 97) {
    sum += (pixels[i] ?? 0) + (pixels[i + 1] ?? 0) + (pixels[i + 2] ?? 0)
    count += 3
  }
  return sum / Math.max(count, 1)
}
