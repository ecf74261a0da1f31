/** The positions in seconds from which a frame is tried; more than one, because many videos begin with black. */
const CANDIDATE_SECONDS = [0.5, 1.5, 3]
/** A browser that takes longer than this to show a frame cannot play the video. */
const MAX_WAIT_MS = 8_000
/** The width of the picture at most, in pixels. */
const MAX_WIDTH = 1280
/** A frame whose average brightness (of 255) is below this is too dark to be useful. */
const MIN_BRIGHTNESS = 24

/**
 * Returns a frame from the first seconds of a video as a JPEG file; null if this browser cannot play the video. `url` must
 * be of this origin, because the canvas cannot be read otherwise.
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
    const bytes = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    return bytes && new File([bytes], `${name}.jpg`, { type: 'image/jpeg' })
  } finally {
    // ends the download of the video
    video.removeAttribute('src')
    video.load()
  }
}

/** Waits for an event of the video; false after an error or when it takes too long. */
function waitFor(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(false), MAX_WAIT_MS)
    const settleAs = (success: boolean) => () => {
      clearTimeout(timer)
      done(success)
    }
    video.addEventListener(event, settleAs(true), { once: true })
    video.addEventListener('error', settleAs(false), { once: true })
  })
}

/** The red, green, blue and alpha values of a pixel. */
const BYTES_A_PIXEL = 4
/** One of so many pixels is looked at. */
const SAMPLED_EVERY = 97

/** The average brightness of a sample of the pixels, from 0 to 255. */
function brightness(pixels: Uint8ClampedArray): number {
  let sum = 0
  let count = 0
  for (let i = 0; i + 2 < pixels.length; i += BYTES_A_PIXEL * SAMPLED_EVERY) {
    sum += (pixels[i] ?? 0) + (pixels[i + 1] ?? 0) + (pixels[i + 2] ?? 0)
    count += 3
  }
  return sum / Math.max(count, 1)
}
