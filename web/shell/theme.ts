import type { Client } from '#contract/client.ts'

const LINK = 'tenant-theme'

/** Loads the tenant's stylesheet [4.5]; resolves when it stands, or when it cannot be had and the neutral values must do. */
export function applyTheme(client: Client): Promise<void> {
  document.documentElement.dataset['theme'] = client.theme_name
  const icon = document.querySelector('link[rel="icon"]')
  icon?.setAttribute('href', client.logo_url)
  return new Promise((resolve) => {
    document.getElementById(LINK)?.remove()
    const link = document.createElement('link')
    link.id = LINK
    link.rel = 'stylesheet'
    link.href = client.theme_url
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => resolve())
    document.head.append(link)
  })
}
