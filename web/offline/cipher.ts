/** The type of a Web Crypto key. It is derived, because not every environment declares `CryptoKey`. */
export type AesKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A value encrypted with AES-GCM. */
export interface Encrypted {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

/** Bytes of a nonce of AES-GCM. */
const IV_BYTES = 12

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Imports a key so that no script can export it. */
export function aesKey(raw: Uint8Array<ArrayBuffer>): Promise<AesKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', /* extractable */ false, ['encrypt', 'decrypt'])
}

export async function encrypt(key: AesKey, value: unknown): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) }
}

/** Rejects when the key is wrong or the bytes are damaged. */
export async function decrypt(key: AesKey, { iv, bytes }: Encrypted): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)
  return JSON.parse(new TextDecoder().decode(plain))
}
