import { connectionError, errorFrom } from './api-error.ts'
import type { Connection } from './request.ts'

export interface Upload {
  url: string
  /** The same again where the token was renewed, so that the file is stored once. */
  id: string
  token: string
  file: File
  /** How much has left, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Sends one file as a form. `fetch` cannot say how far an upload is; this is what XMLHttpRequest is left for. */
export function sendFile(connection: Connection, upload: Upload): Promise<unknown> {
  const { url, id, token, file, onProgress, signal } = upload
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const unanswered = () => {
      connection.onOffline()
      fail(connectionError())
    }
    request.open('POST', url)
    request.setRequestHeader('X-Request-Id', id)
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded / Math.max(1, event.total)))
    request.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')))
    request.addEventListener('error', unanswered)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.addEventListener('load', () => {
      // only the API knows the id
      if (request.getResponseHeader('X-Request-Id') !== id) return unanswered()
      connection.onOnline()
      const body = parsed(request.responseText)
      if (request.status === 201) done(body)
      else fail(errorFrom(request.status, body, request.getResponseHeader('Retry-After')))
    })
    signal.addEventListener('abort', stop)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
