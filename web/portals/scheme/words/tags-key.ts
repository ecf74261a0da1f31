export const tagsKey = ['tags'] as const
