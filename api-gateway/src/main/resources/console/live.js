// Streams over /ws, as on any customer's page; here the console's cookie takes the place of the key pair.
import { say } from './parts.js';
import { OFFLINE } from './texts.js';

const AGAIN = 1000;
const LATER = 5000;

// Follows a stream until the view is left, and goes on where it was cut off. A request with `back` begins that many
// positions before the end. `told` is called with each frame, `begun` with the position each time that it is followed.
export function follow(signal, request, told, begun = () => {}, trouble = () => {}) {
  const { back = 0, ...asked } = request;
  let after = null;
  let looked = back === 0;
  let socket = null;
  function open() {
    if (signal.aborted) return;
    const now = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = now;
    const send = (event, data) => now.send(JSON.stringify({ event, id: event, data }));
    const subscribe = () => send('subscribe', after === null ? asked : { ...asked, after });
    now.addEventListener('open', () => send('auth', {}));
    now.addEventListener('message', message => {
      if (signal.aborted || now !== socket) return;
      const frame = JSON.parse(message.data);
      if (!('ack' in frame)) {
        if (frame.event === 'event' || asked.stream.startsWith('live.') && frame.position !== undefined) after = frame.position;
        told(frame);
      } else if (!frame.ok) {
        if (frame.error.status === 401 && frame.ack === 'auth') {
          // The user may sign in again over the page, which then goes on.
          window.dispatchEvent(new Event('signed-out'));
          setTimeout(open, LATER);
        } else {
          trouble(new Error(frame.error.detail));
          signal.removeEventListener('abort', leave);
        }
        socket = null;
        now.close();
      } else if (frame.ack === 'auth' || frame.ack === 'unsubscribe') {
        subscribe();
      } else if (looked) {
        after ??= asked.stream.startsWith('leaderboard.') ? null : frame.data.position;
        trouble(null);
        begun(frame.data.position);
      } else {
        looked = true;
        after = Math.max(0, frame.data.position - back);
        send('unsubscribe', { stream: asked.stream });
      }
    });
    now.addEventListener('close', () => {
      if (signal.aborted || now !== socket) return;
      trouble(new Error(OFFLINE.lost));
      setTimeout(open, AGAIN);
    });
  }
  function leave() {
    const last = socket;
    socket = null;
    last?.close();
  }
  signal.addEventListener('abort', leave, { once: true });
  open();
}

// Runs at once, and then at most once in a while however often it is called; the last call is never lost.
export function paced(signal, work, pause = 200) {
  let due = false;
  let resting = false;
  const turn = async () => {
    if (signal.aborted) return;
    due = false;
    resting = true;
    await work();
    setTimeout(() => {
      resting = false;
      if (due) turn();
    }, pause);
  };
  return () => {
    due = true;
    if (!resting) turn();
  };
}

// For a choice within a view: the streams of the choice before end, and all of them when the view is left.
export function chooser(signal) {
  let chosen = new AbortController();
  signal.addEventListener('abort', () => chosen.abort(), { once: true });
  return () => {
    chosen.abort();
    chosen = new AbortController();
    return chosen.signal;
  };
}

export function heard(signal) {
  return trouble => {
    if (!signal.aborted) say(trouble?.message ?? '', trouble !== null);
  };
}
