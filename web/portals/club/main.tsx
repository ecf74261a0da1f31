import { House, Info } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import { WelcomePage } from '#web/shell/welcome-page.tsx'

startPortal({
  portal: 'club',
  userType: 'admin',
  home: '/welcome',
  pages: [
    { label: 'shell.welcome.title', icon: House, to: '/welcome' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/welcome', element: <WelcomePage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  // nothing beyond the shell's own words yet
  loadWords: () => Promise.resolve({ default: {} }),
})
