import { inflateSync } from 'node:zlib';

// https://www.w3.org/TR/WOFF/: a header of 44 bytes, then 20 bytes for each table.
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * Unpacks a WOFF file into the plain font inside it. The PDF writer would do so itself, for every document anew and in
 * JavaScript, which costs ten times more than writing the document.
 */
export function unpackWoff(file: Buffer): Buffer {
  const count = file.readUInt16BE(12);
  const directory = Buffer.alloc(sfnt.header + count * sfnt.entry);
  const power = Math.floor(Math.log2(count));
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const table = readTable(file, woff.header + index * woff.entry);
    const entry = sfnt.header + index * sfnt.entry;
    table.tag.copy(directory, entry);
    directory.writeUInt32BE(table.checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(table.data.length, entry + 12);
    // Every table begins at a multiple of four.
    const padding = Buffer.alloc((4 - (table.data.length % 4)) % 4);
    parts.push(table.data, padding);
    offset += table.data.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(file: Buffer, entry: number) {
  const start = file.readUInt32BE(entry + 4);
  const packedLength = file.readUInt32BE(entry + 8);
  const length = file.readUInt32BE(entry + 12);
  const packed = file.subarray(start, start + packedLength);
  return {
    tag: file.subarray(entry, entry + 4),
    checksum: file.readUInt32BE(entry + 16),
    data: packedLength < length ? inflateSync(packed) : packed,
  };
}
