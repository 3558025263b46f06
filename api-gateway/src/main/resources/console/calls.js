// Calls of the API, and the problems that it answers.
import { AGAIN, CALLS, OFFLINE } from './texts.js';

export class Trouble extends Error {
  constructor(status, problem, seconds = null) {
    super(problem?.detail ?? CALLS.status(status));
    this.status = status;
    this.type = problem?.type;
    this.errors = problem?.errors ?? [];
    // Who changed the thing meanwhile, and when, in a 412.
    this.change = problem?.change;
    // What an import would set off, in a 409.
    this.effects = problem?.effects ?? [];
    // How long to wait before the next try; null when the server does not say.
    this.seconds = seconds;
  }

  is(type) {
    return this.type?.endsWith(`/${type}`) === true;
  }

  // A pair that lacks a scope is still signed in.
  get isSignedOut() {
    return this.status === 401 && !this.is('scope-missing');
  }

  // The call is allowed once the password or the secret was shown again.
  get isStale() {
    return this.is('sign-in-again') || this.is('secret-not-fresh');
  }

  // Neither the key pair nor the role of the person allows the call.
  get isForbidden() {
    return this.is('scope-missing') || this.is('right-missing') || this.is('contacts-needed');
  }
}

let again = async () => false;
// The position of the latest change that was made here.
let written = 0;
let over = async () => false;

// `ask` lets the user sign in again, and answers whether that was done. The refused call is then repeated.
export function whenStale(ask) {
  again = ask;
}

// The same, when the session has ended. Only the same user goes on.
export function whenSignedOut(ask) {
  over = ask;
}

// An id from the page's address, which anybody may have made up: a text that is no id must not change the path of a call.
export function idOf(text) {
  if (!/^\d+$/.test(text)) throw new Trouble(404, { detail: CALLS.unknown });
  return text;
}

// The same for uids, which are letters, digits and hyphens.
export function uidOf(text) {
  if (!/^[\w-]{1,64}$/.test(text)) throw new Trouble(404, { detail: CALLS.unknown });
  return text;
}

async function send(path, options) {
  try {
    return await sendOnce(path, options);
  } catch (trouble) {
    // The calls by which the console signs in are refused without a session being over.
    if (trouble.isSignedOut && !path.startsWith('/console/')) {
      if (options.signal?.aborted || !await over()) throw trouble;
    } else if (!trouble.isStale) throw trouble;
    else if (!await again()) throw new Error(AGAIN.notDone);
    return sendOnce(path, options);
  }
}

// A read waits until it shows the latest change that was made here, also from another gateway than the one that made the change. If
// that takes too long, it shows what there is.
async function sendOnce(path, options) {
  if (options.method !== 'GET' || written === 0) return sendAsItIs(path, options);
  try {
    return await sendAsItIs(path, { ...options, headers: { ...options.headers, 'Encore-Min-Position': String(written) } });
  } catch (trouble) {
    if (!trouble.is?.('position-not-reached')) throw trouble;
    return sendAsItIs(path, options);
  }
}

async function sendAsItIs(path, options) {
  const response = await fetch(path, {
    ...options,
    credentials: 'same-origin',
    // A parameter that an endpoint does not know is a mistake of these pages.
    headers: { 'Encore-Console': '1', Prefer: 'handling=strict', ...options.headers },
  }).catch(trouble => {
    if (trouble.name === 'AbortError') throw trouble;
    window.dispatchEvent(new Event('unreached'));
    throw Object.assign(new Error(OFFLINE.trouble), { isOffline: true, cause: trouble });
  });
  window.dispatchEvent(new Event('reached'));
  if (!response.ok) {
    const wait = Number(response.headers.get('Retry-After'));
    throw new Trouble(response.status, await response.json().catch(() => null), wait > 0 ? wait : null);
  }
  if (options.method !== 'GET') written = Math.max(written, Number(response.headers.get('Encore-Position')));
  return response;
}

function withQuery(path, query) {
  const given = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map(one => [name, one]))
    .filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

export async function bytesOf(path, signal = undefined) {
  return (await send(path, { method: 'GET', signal })).arrayBuffer();
}

// A file as an address that a page may show.
export async function dataOf(path, signal = undefined) {
  const blob = await (await send(path, { method: 'GET', signal })).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

export async function get(path, query = {}, signal = undefined) {
  return (await send(withQuery(path, query), { method: 'GET', signal })).json();
}

export async function post(path, body = {}) {
  const headers = { 'Content-Type': 'application/json' };
  return (await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

export async function remove(path, query = {}) {
  return (await send(withQuery(path, query), { method: 'DELETE' })).json();
}

// Rows of NDJSON, each as soon as it has arrived. With a body, it is posted.
export async function* lines(path, query = {}, signal = undefined, body = undefined) {
  const response = await send(withQuery(path, query), body === undefined ? { method: 'GET', signal }
    : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (rest + value).split('\n');
      rest = parts.pop();
      for (const part of parts) if (part) yield JSON.parse(part);
    }
    if (rest) yield JSON.parse(rest);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export async function pointTypes() {
  return (await get('/api/v1/crm/points')).data;
}

// A call with what its answer says besides the body: the tag by which a change is guarded. A call that is repeated with the same `key`
// changes nothing again.
export async function call(path, { method = 'GET', query = {}, body, file, tag, key, signal } = {}) {
  const headers = {
    ...key && { 'Idempotency-Key': key },
    ...tag && { 'If-Match': tag },
    ...body !== undefined && { 'Content-Type': 'application/json' },
    ...file && { 'Content-Type': file.type },
  };
  const response = await send(withQuery(path, query), { method, headers, signal, body: file ?? (body === undefined ? undefined : JSON.stringify(body)) });
  return { body: await response.json(), tag: response.headers.get('ETag') };
}
