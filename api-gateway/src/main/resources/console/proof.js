// Checks a proof in the browser as docs/log-format.md describes, without trusting the server.
import { PROOF as TEXT } from './texts.js';

const text = new TextEncoder();

function hex(bytes) {
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

function unhex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16));
}

function long(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export async function leafOf({ commit, event }) {
  const values = [
    long(commit.format), long(commit.first), long(commit.count), long(commit.at), unhex(commit.id),
    long(event.position), text.encode(event.stream), long(event.sequence), text.encode(event.type),
    text.encode(event.revision), text.encode(event.metadata), text.encode(event.payload),
  ];
  return sha256(joined(values.flatMap(value => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, value.length);
    return [length, value];
  })));
}

async function signed(head) {
  const key = await crypto.subtle.importKey('raw', unhex(head.public_key), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, unhex(head.signature),
    text.encode(`encore head 2\n${head.position}\n${head.hash}\n${head.at}\n`));
}

// The checks, each with its result; null if this browser cannot check it.
export async function verified(proof) {
  if (!crypto.subtle) return [[TEXT.notHere, null]];
  const leaf = await leafOf(proof);
  let head = unhex(proof.previous_head);
  for (const next of [leaf, ...proof.leaves.map(unhex)]) head = await sha256(joined([head, next]));
  return [
    [TEXT.leaf, hex(leaf) === proof.leaf],
    [TEXT.chain(proof.head.position), hex(head) === proof.head.hash],
    [TEXT.signature, await signed(proof.head).catch(() => null)],
  ];
}
