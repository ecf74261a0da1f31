/**
 * A stored file as the address of a link in content has it. The id finds the file. The name is for people, and its
 * extension says whether the file is a picture.
 */
export interface StoredFileName {
  id: string
  name: string
}

/**
 * The address of a stored file in content. The name loses accents, and a hyphen replaces other characters, such as the
 * commas that separate the entries of a list. Several dots become one, because `parseAddress` refuses `..`.
 */
export function storedAddress({ id, name }: StoredFileName): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
  return `/files/${id}/${plain === '' ? 'file' : plain}`
}

/** Parses an address that `storedAddress` made; null for any other address. */
export function parseStoredAddress(address: string): StoredFileName | null {
  const found = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([A-Za-z0-9._-]+)$/.exec(address)
  return found?.[1] !== undefined && found[2] !== undefined ? { id: found[1], name: found[2] } : null
}
