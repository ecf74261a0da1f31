/** How content names a file of ours: by its id, with its name for people and for telling pictures from others. */
export interface StoredName {
  id: string
  name: string
}

/** The address of a stored file within content; a list has commas between its entries, so names have none. */
export function storedAddress({ id, name }: StoredName): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
  return `/files/${id}/${plain === '' ? 'file' : plain}`
}

export function storedName(address: string): StoredName | null {
  const found = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([A-Za-z0-9._-]+)$/.exec(address)
  return found?.[1] !== undefined && found[2] !== undefined ? { id: found[1], name: found[2] } : null
}
