/** In a file of its own, because the editor uses it without the page of the tags. */
export const tagsKey = ['tags'] as const
