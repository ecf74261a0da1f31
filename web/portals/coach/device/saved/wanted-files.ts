import type { Curriculum, SchemeNode, Video } from '#contract/curriculum/schemes.ts'
import { listItems } from '#domain/curriculum/address.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import type { WantedFile } from '#web/offline/saved-files.ts'

/** The uploaded videos and files that a curriculum shows, each once, in tree order. Linked videos cannot be saved. */
export function wantedFiles(curriculum: Curriculum, videos: readonly Video[]): WantedFile[] {
  const scheme = curriculum.slug
  const videosById = new Map(videos.map((video) => [video.id, video]))
  const found = new Map<string, WantedFile>()
  const add = (address: string | undefined, kind: WantedFile['kind']) => {
    const id = parseStoredAddress(address ?? '')?.id
    if (id !== undefined && !found.has(id)) found.set(id, { id, kind, scheme })
  }
  const visit = (nodes: readonly SchemeNode[]): void => {
    for (const node of nodes) {
      for (const id of node.videos) {
        add(videosById.get(id)?.url, 'video')
        add(videosById.get(id)?.poster ?? undefined, 'file')
      }
      for (const { type, value } of node.content)
        if (type === 'files' || type === 'video')
          for (const address of listItems(value)) add(address, type === 'video' ? 'video' : 'file')
      visit(node.children)
    }
  }
  visit(curriculum.tree)
  return [...found.values()]
}
