import { useState } from 'react'

/** Logo and name of the tenant. A logo that does not load leaves the name. */
export function Brand({ name, logo }: { name: string; logo: string | null }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="brand">
      {logo === null || broken ? null : (
        <img loading="lazy" src={logo} alt="" width="32" height="32" onError={() => setBroken(true)} />
      )}
      <span>{name}</span>
    </span>
  )
}
