import sharp from 'sharp'

/** An EBML element: its id (hex), its length and its content. */
function element(id: string, ...content: readonly Buffer[]): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.reduce((sum, part) => sum + part.length, 0)))
  // the first byte says that the length has eight bytes
  length.writeUInt8(1, 0)
  return Buffer.concat([Buffer.from(id, 'hex'), length, ...content])
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const real = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/** A picture as a VP8 frame: a lossy WebP is one key frame in a RIFF container. */
async function vp8(picture: Buffer): Promise<Buffer> {
  const webp = await sharp(picture).removeAlpha().webp({ quality: 70 }).toBuffer()
  if (webp.toString('latin1', 12, 16) !== 'VP8 ') throw new Error('not a plain WebP')
  return webp.subarray(20, 20 + webp.readUInt32LE(16))
}

/**
 * A WebM of pictures of one size. Each is a key frame, so that no video encoder is needed. It lasts at most 32 s, the
 * limit of one cluster.
 */
export async function film(
  pictures: readonly Buffer[],
  { width, height, perSecond }: { width: number; height: number; perSecond: number },
): Promise<Buffer> {
  const ms = (index: number) => Math.round((index * 1000) / perSecond)
  const blocks: Buffer[] = []
  for (const [index, frame] of (await Promise.all(pictures.map(vp8))).entries()) {
    // track 1, its time, a key frame
    const head = Buffer.from([0x81, 0, 0, 0x80])
    head.writeInt16BE(ms(index), 1)
    blocks.push(element('a3', head, frame))
  }
  const words = (text: string) => Buffer.from(text, 'latin1')
  const versions = ['4286', '42f7', '4287', '4285'].map((id) => element(id, number(id === '4287' ? 2 : 1)))
  const header = element(
    '1a45dfa3',
    ...versions,
    element('42f2', number(4)),
    element('42f3', number(8)),
    element('4282', words('webm')),
  )
  const info = element(
    '1549a966',
    element('2ad7b1', number(1_000_000)),
    element('4489', real(ms(pictures.length))),
    element('4d80', words('Rungs')),
    element('5741', words('Rungs')),
  )
  const video = element('e0', element('b0', number(width)), element('ba', number(height)))
  const track = [
    element('d7', number(1)),
    element('73c5', number(1)),
    element('83', number(1)),
    element('86', words('V_VP8')),
  ]
  const tracks = element('1654ae6b', element('ae', ...track, video))
  const cluster = element('1f43b675', element('e7', number(0)), ...blocks)
  return Buffer.concat([header, element('18538067', info, tracks, cluster)])
}
