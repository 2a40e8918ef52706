import { inflateSync } from 'node:zlib';

// https://www.w3.org/TR/WOFF/: a header of 44 bytes, then 20 bytes for each table.
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

type Table = { readonly tag: string; readonly checksum: number; readonly data: Uint8Array };

/**
 * Unpacks a WOFF file into the plain font inside it. The PDF writer would do so itself, for every document anew and in
 * JavaScript, which costs more than writing the document.
 * @param without tags of tables to leave out.
 */
export function unpackWoff(file: Buffer, without: readonly string[]): Buffer {
  const tables = readTables(file).filter(({ tag }) => !without.includes(tag));
  const power = Math.floor(Math.log2(tables.length));
  const directory = Buffer.alloc(sfnt.header + tables.length * sfnt.entry);
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(2 ** power * sfnt.entry, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((tables.length - 2 ** power) * sfnt.entry, 10);
  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = sfnt.header + index * sfnt.entry;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    // Every table begins at a multiple of four.
    const padding = new Uint8Array((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTables(file: Buffer): readonly Table[] {
  return Array.from({ length: file.readUInt16BE(12) }, (_, index) => {
    const entry = woff.header + index * woff.entry;
    const start = file.readUInt32BE(entry + 4);
    const packedLength = file.readUInt32BE(entry + 8);
    const packed = file.subarray(start, start + packedLength);
    return {
      tag: file.toString('latin1', entry, entry + 4),
      checksum: file.readUInt32BE(entry + 16),
      data: packedLength < file.readUInt32BE(entry + 12) ? inflateSync(packed) : packed,
    };
  });
}
