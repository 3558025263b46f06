// The history of a thing: who changed it, when, and what each field was before and after. It stands below the page of the thing.

import { get } from './calls.js';
import { button, el, section, time } from './parts.js';
import { HISTORY as TEXT, WORDS } from './texts.js';
import { kindOf, nameReferences, reference } from './values.js';

const ROWS = 20;

// Longer values are folded away.
const SHORT = 160;

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const WITHHELD = {
  erased: TEXT.erased,
  contact: TEXT.contact,
  secret: TEXT.secret,
};

// stream: the name of the thing's stream. item: its key, where the things of a list share a stream; otherwise null.
export function history(stream, item, signal) {
  const list = el('ol', { class: 'changes' });
  const more = el('div');
  const whole = el('section', { class: 'history', 'aria-label': TEXT.title }, el('h2', {}, TEXT.title), list, more);
  const next = key => section(more, signal, async () => {
    // What nobody changed yet has no stream.
    const answer = await get('/api/v1/manage/history', { stream, item, limit: ROWS, next_change_key: key }, signal).catch(trouble => {
      if (trouble.status === 404 && !key) return { data: [], meta: {} };
      throw trouble;
    });
    const first = list.children.length;
    list.append(...answer.data.map(row));
    nameReferences(list, signal).catch(() => {});
    // The button that was pressed goes away: the focus goes on to what it brought.
    if (key) list.children[first]?.focus();
    const following = answer.meta.next_change_key;
    if (following) return [button(TEXT.earlier, () => next(following), { class: 'outline' })];
    return list.children.length ? [] : [el('p', { class: 'note' }, TEXT.none)];
  });
  next(null);
  return whole;
}

function row(change) {
  return el('li', { tabindex: '-1' },
    el('div', { class: 'change' },
      el('strong', {}, words(change.event)),
      el('span', { title: change.actor }, TEXT.by(who(change))),
      el('time', { datetime: new Date(change.at * 1000).toISOString(), title: utc(change.at) }, time(change.at))),
    change.changes.length ? el('dl', { class: 'fields' }, change.changes.map(field)) : null);
}

function field({ field: name, before, after, withheld }) {
  const reason = WITHHELD[withheld];
  return el('div', {}, el('dt', {}, words(name)), el('dd', {}, reason
    ? el('em', {}, reason)
    : [old(name, before, withheld), after === null ? el('em', {}, TEXT.empty) : el('ins', {}, shown(name, after))]));
}

// A fact replaces nothing, and a first value neither.
function old(name, before, withheld) {
  if (withheld === 'too_far_back') return [el('em', {}, TEXT.earlierValue), arrow()];
  return before === null ? null : [el('del', {}, shown(name, before)), arrow()];
}

function arrow() {
  return [el('span', { 'aria-hidden': 'true' }, ' → '), el('span', { class: 'unseen' }, TEXT.became)];
}

// The ids of things get their names when these are known.
function shown(name, value) {
  const ref = kindOf(name);
  if (ref !== null && [value].flat().every(one => typeof one === 'string' || typeof one === 'number') && value.length !== 0) {
    return [value].flat().map((one, at) => [at === 0 ? '' : ', ', reference({ ref }, one, {})]);
  }
  const text = plain(value);
  if (text.length <= SHORT) return text;
  return el('details', {}, el('summary', {}, `${text.slice(0, SHORT)}…`), text);
}

function plain(value) {
  if (value === true) return WORDS.yes;
  if (value === false) return WORDS.no;
  if (Array.isArray(value)) return value.length ? value.map(plain).join(', ') : TEXT.noValues;
  if (value !== null && typeof value === 'object') return JSON.stringify(value);
  return MOMENT.test(value) ? time(Date.parse(value) / 1000) : String(value);
}

export function who(change) {
  if (change.actor_label) return change.actor_label;
  const [kind, rest] = change.actor.split(':');
  if (!rest) return words(change.actor).toLowerCase();
  return { key: TEXT.revokedPair, console: TEXT.revokedPair, person: TEXT.hasLeft }[kind] ?? change.actor;
}

function utc(seconds) {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

// A name of the API in words: venue_name becomes Venue name, and WhenFanErasedThenEndConnections becomes words too.
function words(name) {
  const text = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
