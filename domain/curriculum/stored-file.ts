/**
 * How content refers to a stored file: by id. The name is for people, and its extension says whether it is a picture.
 */
export interface StoredName {
  id: string
  name: string
}

/**
 * The address of a stored file in content. The name loses signs such as commas, which separate the entries of a list.
 */
export function storedAddress({ id, name }: StoredName): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
  return `/files/${id}/${plain === '' ? 'file' : plain}`
}

/** Parses what `storedAddress` made; null for any other address. */
export function storedName(address: string): StoredName | null {
  const found = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([A-Za-z0-9._-]+)$/.exec(address)
  return found?.[1] !== undefined && found[2] !== undefined ? { id: found[1], name: found[2] } : null
}
