import type { Client } from '#contract/tenants/client.ts'

const LINK = 'tenant-theme'

/** Loads the tenant's stylesheet [4.5]; resolves when it stands, or when it cannot be had and the neutral values must do. */
export function applyTheme(client: Client): Promise<void> {
  document.documentElement.dataset['theme'] = client.theme_name
  const icon = document.querySelector('link[rel="icon"]')
  icon?.setAttribute('href', client.logo_url)
  return new Promise((resolve) => {
    const former = document.getElementById(LINK)
    const link = document.createElement('link')
    link.id = LINK
    link.rel = 'stylesheet'
    link.href = client.theme_url
    const stands = () => {
      former?.remove()
      resolve()
    }
    link.addEventListener('load', stands)
    link.addEventListener('error', stands)
    document.head.append(link)
  })
}
