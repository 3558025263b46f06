// How a show stands, for staff who follow it without joining: the control room's frames, and what the server counts.
import { get } from './calls.js';
import { follow } from './live.js';
import { el } from './parts.js';

let ahead = -Infinity;

// The server's clock as far as it is known, in milliseconds. Timers run by it, since a tablet's own clock may be wrong.
export function serverNow() {
  return Date.now() + (ahead === -Infinity ? 0 : ahead);
}

// Whole seconds tell least when they have just begun, so the answer that says most counts.
function learnClock(seconds) {
  const told = seconds * 1000 - Date.now();
  ahead = told < ahead - 5000 ? told : Math.max(ahead, told);
}

// `changed` is called with how the show stands after each frame; `lost` with the trouble of a cut connection, and null when it is back.
export function followShow(signal, id, changed, lost) {
  const show = { state: null, feed: null, overlay: null, pins: new Map() };
  follow(signal, { stream: `live.control:room:${id}` }, frame => {
    take(show, frame);
    changed(show);
  }, () => {}, lost);
}

function take(show, { event, data }) {
  if (event === 'snapshot') {
    Object.assign(show, { state: data.state, feed: data.live_feed, overlay: data.live_overlay, pins: pinned(data.pinned_overlays) });
  } else if (event === 'platform_live_update') {
    if (data.action === 'state_change') Object.assign(show, { state: data.state, pins: pinned(data.items.home_items.pinned_overlays) });
    else if (data.action === 'update_pinned_overlays') {
      if (data.overlay.is_pinned) show.pins.set(data.overlay.app_overlay_uid, data.overlay);
      else show.pins.delete(data.overlay.app_overlay_uid);
    } else Object.assign(show, { feed: data.live_feed, overlay: data.live_overlay });
  }
}

function pinned(overlays) {
  return new Map(overlays.map(one => [one.app_overlay_uid, one]));
}

export async function countsOf(id, signal) {
  const counts = await get(`/api/v1/manage/live/${id}/stats`, {}, signal);
  learnClock(counts.counted_timestamp);
  return counts;
}

export function questionOf(id, uid, signal) {
  return get(`/api/v1/manage/live/${id}/quiz_questions/${encodeURIComponent(uid)}`, {}, signal);
}

// The best fans. It is the public board, which staff reads as everybody does.
export function boardOf(id, limit, signal) {
  return get(`/api/v1/fanxp/${id}/leaderboard`, { limit }, signal);
}

// How long until an overlay begins and ends to count, in seconds; null where it has no end.
export function timesOf(overlay) {
  const since = serverNow() / 1000 - overlay.last_push_timestamp - (overlay.overlay_delay ?? 0);
  return { begins: Math.max(0, -since), left: overlay.overlay_timer ? Math.max(0, overlay.overlay_timer - Math.max(0, since)) : null };
}

export function clock(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

// Messages come with the characters of HTML escaped. They are shown as text, so the characters themselves are wanted.
export function plain(message) {
  return message.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', '\'').replaceAll('&amp;', '&');
}

// A bar whose length is a part of the whole. Lengths are set by CSSOM, because the policy forbids styles in markup.
export function bar(part, whole) {
  const fill = el('span', { class: 'fill' });
  fill.style.inlineSize = `${whole === 0 ? 0 : Math.round(part / whole * 1000) / 10}%`;
  return el('span', { class: 'bar-line' }, fill);
}

export function share(part, whole) {
  return `${whole === 0 ? 0 : Math.round(part / whole * 100)}%`;
}

// Whether a part shows this already. Parts are drawn anew only when they change: a press is lost when its button is replaced meanwhile.
export function isShown(place, ...what) {
  const now = JSON.stringify(what);
  const isSame = place.shownNow === now;
  place.shownNow = now;
  return isSame;
}

export function letter(at) {
  return String.fromCharCode(65 + at);
}
