import { useState } from 'react'

/** The tenant's logo and name; only the name when the logo cannot be loaded. */
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
