import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'

const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (backupKey: string, salt: Uint8Array) => scryptSync(backupKey, salt, 32)

/** Encrypts `SECRET` with the operator's `BACKUP_KEY` (scrypt, AES-256-GCM). */
export function sealSecret(secret: Uint8Array, backupKey: string): Buffer {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(backupKey, salt), nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([salt, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts what `sealSecret` returned; throws when the key is another one. */
export function openSealedSecret(sealed: Buffer, backupKey: string): Uint8Array {
  const salt = sealed.subarray(0, SALT_BYTES)
  const nonce = sealed.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const key = keyOf(backupKey, salt)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(SALT_BYTES + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new Error('BACKUP_KEY is not the one with which this backup’s secret was encrypted')
  }
}
