import { connectionError, errorFrom } from './api-error.ts'
import type { Connection } from './request.ts'

export interface Upload {
  url: string
  /** Stays the same when the call is repeated with a fresh token, so that the file is stored once. */
  id: string
  token: string
  file: File
  /** Called with the sent fraction, from 0 to 1. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/** Sends one file as a form. It uses XMLHttpRequest, because `fetch` cannot report the progress of an upload. */
export function sendFile(connection: Connection, upload: Upload): Promise<unknown> {
  const { url, id, token, file, onProgress, signal } = upload
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const failOffline = () => {
      connection.onOffline()
      reject(connectionError())
    }
    request.open('POST', url)
    request.setRequestHeader('X-Request-Id', id)
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded / Math.max(1, event.total)))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    request.addEventListener('error', failOffline)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    request.addEventListener('load', () => {
      // anything but the API, such as a network's sign-in page, does not echo the id
      if (request.getResponseHeader('X-Request-Id') !== id) return failOffline()
      connection.onOnline()
      const body = parseOrNull(request.responseText)
      if (request.status === 201) resolve(body)
      else reject(errorFrom(request.status, body, request.getResponseHeader('Retry-After')))
    })
    signal.addEventListener('abort', abort)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
