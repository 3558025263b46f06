// Reads the export of a fan, a zip of JSON files, in the browser: some of its data have no other call by fan.
import { bytesOf } from './calls.js';

const END = 0x06054b50, ENTRY = 0x02014b50;
const END_LENGTH = 22, ENTRY_LENGTH = 46, LOCAL_LENGTH = 30;

async function inflated(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();
}

// The files of a zip by their names, each with a function that reads it. The list of them stands at its end.
export function unzipped(buffer) {
  const view = new DataView(buffer);
  const end = buffer.byteLength - END_LENGTH;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('The export ended early.');
  const files = new Map();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('The export cannot be read.');
    const packed = view.getUint32(at + 20, true);
    const [name, extra, comment] = [28, 30, 32].map(field => view.getUint16(at + field, true));
    const local = view.getUint32(at + 42, true);
    const content = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const called = new TextDecoder().decode(new Uint8Array(buffer, at + ENTRY_LENGTH, name));
    files.set(called, () => inflated(new Uint8Array(buffer, content, packed)));
    at += ENTRY_LENGTH + name + extra + comment;
  }
  return files;
}

// Asks once for all of its files.
export function exportOf(id, signal) {
  let asked = null;
  return async file => {
    asked ??= bytesOf(`/api/v1/manage/audit/fans/${id}/export`, signal).then(unzipped);
    try {
      return await (await asked).get(file)?.() ?? [];
    } catch (trouble) {
      asked = null;
      throw trouble;
    }
  };
}
