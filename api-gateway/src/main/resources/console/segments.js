// The segments of a type, found by name and page by page; or one with its fans and the ways to reach them.
import { get, remove, uidOf } from './calls.js';
import { inWords } from './criteria.js';
import { when } from './locale.js';
import { pages } from './pages.js';
import { button, confirmed, count, el, section, subtabs, table, told, unlessLeft, yesNo } from './parts.js';
import { may } from './session.js';
import { taking } from './snapshots.js';
import { SEGMENTS as TEXTS } from './texts.js';

const SEGMENTS = '/api/v1/segments';
const LIST = '/api/v1/manage/segments';
const FILTERS = '/api/v1/manage/search_filters';
const SNAPSHOTS = '/api/v1/manage/snapshots';
const TYPES = ['filter', 'snapshot', 'tag'];
const ROWS = 50;
const PAUSE = 250;

export async function segments(main, signal, [type, id]) {
  if (id === undefined) return all(main, signal, TYPES.includes(type) ? type : TYPES[0]);
  main.append(el('h1', {}, TEXTS.one));
  const of = `${SEGMENTS}/${uidOf(type)}/${uidOf(id)}`;
  const [status, { segment_name: name }, filter] = await Promise.all([get(`${of}/status`, {}, signal),
    get(`${LIST}/${type}/${id}`, {}, signal), type === 'filter' ? get(`${FILTERS}/${id}`, {}, signal) : null]);
  const rows = el('div');
  main.append(
    el('h2', { class: 'long' }, `${name} `, el('small', { class: 'note' }, `${TEXTS.type[type] ?? type} ${id}`)),
    cards(status),
    el('p', { class: 'note' }, `${TEXTS.changed} `, when(status.last_update_timestamp), '.'),
    filter === null ? '' : kept(filter, signal),
    type === 'snapshot' && may('fans:write') ? el('p', { class: 'buttons' }, removal('snapshot', name, `${SNAPSHOTS}/${id}`, signal)) : '',
    el('h3', {}, TEXTS.fans),
    rows,
    may('fans:write') ? taking(() => ({ segment_type: type, segment_id: id })) : '');
  await section(rows, signal, () => pages(rows, signal,
    search_uid => get(of, search_uid === null ? { limit: ROWS } : { search_uid }, signal), fans).then(() => null));
}

async function all(main, signal, type) {
  const rows = el('div', { 'aria-live': 'polite' });
  let keys = [null];
  let asking = 0;
  let timer = 0;
  const words = el('input', { type: 'search', placeholder: TEXTS.words, oninput: () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      keys = [null];
      look().catch(unlessLeft(signal));
    }, PAUSE);
  } });

  async function look() {
    const turn = ++asking;
    const page = await get(LIST, { segment_type: type, q: words.value.trim(), limit: ROWS, next_key: keys.at(-1) }, signal);
    if (turn !== asking || signal.aborted) return;
    rows.replaceChildren(page.data.length === 0 ? el('p', { class: 'note' }, words.value.trim() === '' ? TEXTS.none[type] : TEXTS.noMatch) : list(page.data),
      pager(page));
  }

  function pager({ data, meta: { next_key: next } }) {
    if (keys.length === 1 && !next) return '';
    const turn = (label, towards) => button(label, () => {
      keys = towards;
      look().then(() => rows.querySelector('.scroll')?.focus()).catch(unlessLeft(signal));
    }, { class: 'outline', disabled: towards === null });
    return el('div', { class: 'pager' }, turn(TEXTS.previous, keys.length === 1 ? null : keys.slice(0, -1)), turn(TEXTS.next, next ? [...keys, next] : null),
      el('span', { class: 'note', role: 'status' }, TEXTS.page(count(keys.length), count(data.length))));
  }

  main.append(
    el('header', { class: 'thing-head' }, el('h1', {}, TEXTS.title), may('fans:write') ? el('div', { class: 'actions' }, el('a', { class: 'go', href: '#search' }, TEXTS.make)) : ''),
    subtabs(TEXTS.choose, TYPES.map(one => [`#segments/${one}`, TEXTS.types[one]]), `#segments/${type}`),
    el('p', { class: 'note' }, TEXTS.about[type]),
    el('div', { class: 'filters' }, el('label', {}, TEXTS.name, words)),
    rows);
  await section(rows, signal, () => look().then(() => null));
}

function list(rows) {
  return table(TEXTS.title, [
    [TEXTS.name, row => el('a', { class: 'long', href: `#segments/${row.segment_type}/${row.segment_id}` }, row.segment_name)],
    [TEXTS.count, row => count(row.segment_count), true],
  ], rows);
}

function cards(status) {
  const card = (name, value) => el('article', {}, name, el('b', {}, count(value)));
  return el('div', { class: 'cards' },
    card(TEXTS.count, status.fan_count),
    card(TEXTS.withEmail, status.email_count),
    card(TEXTS.withPhone, status.phone_count),
    card(TEXTS.byEmail, status.email_subscribe_count),
    card(TEXTS.byPhone, status.phone_subscribe_count));
}

function fans(found) {
  if (found.length === 0) return el('p', { class: 'note' }, TEXTS.noFans);
  return table(TEXTS.fansOf, [
    [TEXTS.fan, row => el('a', { class: 'long', href: `#fan/${row.fan_id}/record` },
      [row.first_name, row.last_name].filter(Boolean).join(' ') || TEXTS.fanOf(row.fan_id))],
    [TEXTS.email, row => row.email],
    [TEXTS.phone, row => row.phone],
    [TEXTS.byEmail, row => yesNo(row.is_subscribed)],
    [TEXTS.byPhone, row => yesNo(row.is_phone_subscribed)],
    [TEXTS.changed, row => when(row.last_update_timestamp)],
  ], found);
}

// The criteria of a filter, and its removal.
function kept(filter, signal) {
  return el('section', {},
    told([[TEXTS.group, filter.group_name], ...inWords(filter.criteria ?? {}), [TEXTS.created, when(filter.creation_timestamp)]]),
    el('p', { class: 'buttons' },
      el('a', { href: `#search/${filter.filter_uid}` }, TEXTS.open),
      may('fans:write') ? removal('filter', filter.filter_name, `${FILTERS}/${filter.filter_uid}`, signal) : ''));
}

function removal(type, name, path, signal) {
  const label = TEXTS.remove(TEXTS.type[type]);
  return button(label, async () => {
    if (!await confirmed(label, TEXTS.sure(TEXTS.type[type], name), label)) return;
    try {
      await remove(path);
      location.hash = `#segments/${type}`;
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }, { class: 'outline secondary' });
}
