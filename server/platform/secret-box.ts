import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The column and the key of the row in which a value stands. A value that is copied to another row cannot be decrypted
 * there.
 */
type RowKey = readonly [column: string, ...row: string[]]

/**
 * Encrypts values that the database must not hold as plain text, with a key derived from `SECRET` (AES-256-GCM). While
 * `SECRET` is rotated, it also decrypts what was encrypted with `SECRET_OTHER`.
 */
export class SecretBox {
  readonly #key: Uint8Array
  readonly #otherKey: Uint8Array | null

  constructor(secret: Uint8Array, otherSecret: Uint8Array | null = null) {
    this.#key = keyOf(secret)
    this.#otherKey = otherSecret && keyOf(otherSecret)
  }

  /** Encrypts a value for a row; each call gives another text. */
  seal(rowKey: RowKey, plain: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(JSON.stringify(rowKey)))
    const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return VERSION + Buffer.concat(parts).toString('base64url')
  }

  /** Decrypts a value. Throws unless it was sealed for the same row with `SECRET` or `SECRET_OTHER`. */
  open(rowKey: RowKey, sealed: string): string {
    try {
      return decrypt(this.#key, rowKey, sealed)
    } catch (error) {
      if (!this.#otherKey) throw error
      return decrypt(this.#otherKey, rowKey, sealed)
    }
  }

  /** Whether a value was sealed with `SECRET`, so that `SECRET_OTHER` is not needed for it. */
  isCurrent(rowKey: RowKey, sealed: string): boolean {
    try {
      decrypt(this.#key, rowKey, sealed)
      return true
    } catch {
      return false
    }
  }
}

function keyOf(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'rungs: secrets in the database', 32))
}

function decrypt(key: Uint8Array, rowKey: RowKey, sealed: string): string {
  if (!sealed.startsWith(VERSION)) throw new Error(`${rowKey[0]} holds a value that is not encrypted`)
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(JSON.stringify(rowKey)))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
