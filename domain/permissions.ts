/** Content types a client's features allow [6.11]: titles always; files and video need rich media; tags need node tags; all else needs all skill fields. */
export function mayShowContent(type: string, features: Readonly<Record<string, boolean | number>>): boolean {
  switch (type) {
    case 'title':
      return true
    case 'files':
    case 'video':
      return Boolean(features['ENABLE_RICH_MEDIA'])
    case 'tags':
      return Boolean(features['ENABLE_NODE_TAGS'])
    default:
      return Boolean(features['ENABLE_ALL_SKILL_FIELDS'])
  }
}
