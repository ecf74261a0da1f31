import sharp from 'sharp'

/** The ids of the elements of a WebM file, in hexadecimal. The names are those of the WebM specification. */
const ID = {
  ebml: '1a45dfa3',
  ebmlVersion: '4286',
  ebmlReadVersion: '42f7',
  ebmlMaxIdLength: '42f2',
  ebmlMaxSizeLength: '42f3',
  docType: '4282',
  docTypeVersion: '4287',
  docTypeReadVersion: '4285',
  segment: '18538067',
  info: '1549a966',
  timestampScale: '2ad7b1',
  duration: '4489',
  muxingApp: '4d80',
  writingApp: '5741',
  tracks: '1654ae6b',
  trackEntry: 'ae',
  trackNumber: 'd7',
  trackUid: '73c5',
  trackType: '83',
  codecId: '86',
  video: 'e0',
  pixelWidth: 'b0',
  pixelHeight: 'ba',
  cluster: '1f43b675',
  timestamp: 'e7',
  simpleBlock: 'a3',
} as const

/** An EBML element: its id (hex), its length and its content. */
function element(id: (typeof ID)[keyof typeof ID], ...content: readonly Buffer[]): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.reduce((sum, part) => sum + part.length, 0)))
  // a first byte of 1 says that the length takes eight bytes, this one included
  length.writeUInt8(1, 0)
  return Buffer.concat([Buffer.from(id, 'hex'), length, ...content])
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const float64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/** A picture as a VP8 frame: a lossy WebP is one key frame in a RIFF container. */
async function vp8Frame(picture: Buffer): Promise<Buffer> {
  const webp = await sharp(picture).removeAlpha().webp({ quality: 70 }).toBuffer()
  // after 12 bytes of RIFF header: the chunk's name, its length, and from byte 20 on the frame
  if (webp.toString('latin1', 12, 16) !== 'VP8 ') throw new Error('not a plain WebP')
  return webp.subarray(20, 20 + webp.readUInt32LE(16))
}

/**
 * A WebM film of pictures of one size. Each picture is a key frame, so that no video encoder is needed. The film lasts
 * at most 32 s, because the times in its one cluster are signed 16-bit numbers of milliseconds.
 */
export async function encodeFilm(
  pictures: readonly Buffer[],
  { width, height, perSecond }: { width: number; height: number; perSecond: number },
): Promise<Buffer> {
  /** When a picture begins. */
  const msOf = (index: number) => Math.round((index * 1000) / perSecond)
  const blocks: Buffer[] = []
  for (const [index, frame] of (await Promise.all(pictures.map(vp8Frame))).entries()) {
    // track 1, two bytes for the time, and the flag of a key frame
    const blockHeader = Buffer.from([0x81, 0, 0, 0x80])
    blockHeader.writeInt16BE(msOf(index), 1)
    blocks.push(element(ID.simpleBlock, blockHeader, frame))
  }
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const header = element(
    ID.ebml,
    element(ID.ebmlVersion, uint32(1)),
    element(ID.ebmlReadVersion, uint32(1)),
    element(ID.docTypeVersion, uint32(2)),
    element(ID.docTypeReadVersion, uint32(1)),
    element(ID.ebmlMaxIdLength, uint32(4)),
    element(ID.ebmlMaxSizeLength, uint32(8)),
    element(ID.docType, latin1('webm')),
  )
  const info = element(
    ID.info,
    // nanoseconds: times are in milliseconds
    element(ID.timestampScale, uint32(1_000_000)),
    element(ID.duration, float64(msOf(pictures.length))),
    element(ID.muxingApp, latin1('Rungs')),
    element(ID.writingApp, latin1('Rungs')),
  )
  const video = element(ID.video, element(ID.pixelWidth, uint32(width)), element(ID.pixelHeight, uint32(height)))
  const track = [
    element(ID.trackNumber, uint32(1)),
    element(ID.trackUid, uint32(1)),
    // 1 is video
    element(ID.trackType, uint32(1)),
    element(ID.codecId, latin1('V_VP8')),
  ]
  const tracks = element(ID.tracks, element(ID.trackEntry, ...track, video))
  const cluster = element(ID.cluster, element(ID.timestamp, uint32(0)), ...blocks)
  return Buffer.concat([header, element(ID.segment, info, tracks, cluster)])
}
