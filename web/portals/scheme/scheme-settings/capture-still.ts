/** The positions in seconds from which a frame is tried; more than one, because many videos begin with black. */
const CANDIDATE_SECONDS = [0.5, 1.5, 3]
/** A browser that takes longer than this to show a frame cannot play the video. */
const MAX_WAIT_MS = 8_000
/** The largest width of the picture, in pixels. */
const MAX_WIDTH = 1280
/** A frame whose average brightness (of 255) is below this is too dark to be useful. */
const MIN_BRIGHTNESS = 24
/** From 0 to 1. */
const JPEG_QUALITY = 0.85

/**
 * Returns a frame from the first seconds of a video as a JPEG file; null if this browser cannot play the video. If all
 * frames that it tries are dark, it returns the last one. `url` must be of this origin, because the canvas cannot be
 * read otherwise.
 */
export async function captureStill(url: string, name: string): Promise<File | null> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  try {
    const loaded = waitFor(video, 'loadeddata')
    video.src = url
    if (!(await loaded) || video.videoWidth === 0) return null
    const canvas = document.createElement('canvas')
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    for (const seconds of CANDIDATE_SECONDS) {
      const seeked = waitFor(video, 'seeked')
      video.currentTime = Math.min(seconds, Number.isFinite(video.duration) ? video.duration / 2 : seconds)
      if (!(await seeked)) break
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      if (brightness(context.getImageData(0, 0, canvas.width, canvas.height).data) > MIN_BRIGHTNESS) break
    }
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
    return bytes && new File([bytes], `${name}.jpg`, { type: 'image/jpeg' })
  } finally {
    // ends the download of the video
    video.removeAttribute('src')
    video.load()
  }
}

/** Waits for an event of the video; false after an error or when it takes too long. */
function waitFor(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), MAX_WAIT_MS)
    const resolveWith = (success: boolean) => () => {
      clearTimeout(timer)
      resolve(success)
    }
    video.addEventListener(event, resolveWith(true), { once: true })
    video.addEventListener('error', resolveWith(false), { once: true })
  })
}

/** The red, green, blue and alpha values of a pixel. */
const BYTES_PER_PIXEL = 4
/** The brightness is computed from one of this many pixels. */
const SAMPLED_EVERY = 97

/** The average brightness of a sample of the pixels, from 0 to 255. */
function brightness(pixels: Uint8ClampedArray): number {
  let sum = 0
  let count = 0
  for (let red = 0; red + 2 < pixels.length; red += BYTES_PER_PIXEL * SAMPLED_EVERY) {
    sum += (pixels[red] ?? 0) + (pixels[red + 1] ?? 0) + (pixels[red + 2] ?? 0)
    count += 3
  }
  return sum / Math.max(count, 1)
}
