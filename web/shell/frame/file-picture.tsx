import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useShell } from '#web/shell/start/shell-context.ts'

interface FilePictureProps {
  id: string
  /** CSS pixels. */
  width: number
  alt: string
}

/** A picture that only a logged-in user may see. It is fetched with the token, which an `<img>` cannot send. */
export function FilePicture({ id, width, alt }: FilePictureProps) {
  const { api } = useShell()
  const { data } = useQuery({
    queryKey: ['picture', id, width],
    queryFn: ({ signal }) => api.picture(id, Math.ceil(width * devicePixelRatio), signal),
    staleTime: Infinity,
  })
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!data || !image.current) return undefined
    const url = URL.createObjectURL(data)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [data])
  return data ? <img ref={image} width={width} alt={alt} /> : null
}
