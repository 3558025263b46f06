// All segments, or one with its fans and the ways to reach them.
import { get, remove, uidOf } from './calls.js';
import { inWords } from './criteria.js';
import { when } from './locale.js';
import { pages, some } from './pages.js';
import { button, choice, count, el, section, table, told, unlessLeft, yesNo } from './parts.js';
import { may } from './session.js';
import { taking } from './snapshots.js';

const SEGMENTS = '/api/v1/segments';
const FILTERS = '/api/v1/manage/search_filters';
const SNAPSHOTS = '/api/v1/manage/snapshots';
const ROWS = 50;

export async function segments(main, signal, [type, id]) {
  if (type === undefined) return all(main, signal);
  main.append(el('h1', {}, 'Segment'));
  const of = `${SEGMENTS}/${uidOf(type)}/${uidOf(id ?? '')}`;
  const [status, listed, filter] = await Promise.all([
    get(`${of}/status`, {}, signal),
    type === 'filter' ? [] : get(SEGMENTS, {}, signal),
    type === 'filter' ? get(`${FILTERS}/${id}`, {}, signal) : null,
  ]);
  const listing = listed.find(one => one.segment_type === type && String(one.segment_id) === id);
  const name = filter?.filter_name ?? listing?.segment_name ?? '';
  const rows = el('div');
  main.append(
    el('h2', { class: 'long' }, `${name} `, el('small', { class: 'note' }, `${type} ${id}`)),
    cards(status),
    el('p', { class: 'note' }, 'Changed ', when(status.last_update_timestamp), '.'),
    filter === null ? '' : kept(filter, signal),
    type === 'snapshot' && may('fans:write') ? el('p', { class: 'buttons' }, removal('snapshot', name, `${SNAPSHOTS}/${id}`, signal)) : '',
    el('h3', {}, 'Fans'),
    rows,
    may('fans:write') ? taking(() => ({ segment_type: type, segment_id: id })) : '');
  await section(rows, signal, () => pages(rows, signal,
    search_uid => get(of, search_uid === null ? { limit: ROWS } : { search_uid }, signal), fans).then(() => null));
}

async function all(main, signal) {
  main.append(el('h1', {}, 'Segments'));
  const listed = await get(SEGMENTS, {}, signal);
  const rows = el('div');
  const wanted = { type: '', words: '' };
  const draw = () => {
    const chosen = listed.filter(one => (wanted.type === '' || one.segment_type === wanted.type)
      && one.segment_name.toLowerCase().includes(wanted.words));
    rows.replaceChildren(chosen.length === 0
      ? el('p', { class: 'note' }, listed.length === 0
        ? 'No segments yet. Each tag, each search that is saved as a filter, and each snapshot is a segment.' : 'No match.')
      : some(chosen, list));
  };
  const words = el('input', { type: 'search', placeholder: 'any', oninput: () => {
    wanted.words = words.value.trim().toLowerCase();
    draw();
  } });
  const types = [...new Set(listed.map(one => one.segment_type))];
  main.append(
    el('div', { class: 'filters' },
      choice('Type', [['', 'all'], ...types.map(type => [type, type])], '', type => {
        wanted.type = type;
        draw();
      }),
      el('label', {}, 'Name', words)),
    rows);
  draw();
}

function list(rows) {
  return table('Segments', [
    ['Name', row => el('a', { class: 'long', href: `#segments/${row.segment_type}/${row.segment_id}` }, row.segment_name)],
    ['Type', row => row.segment_type],
    ['Fans', row => count(row.segment_count), true],
  ], rows);
}

function cards(status) {
  const card = (name, value) => el('article', {}, name, el('b', {}, count(value)));
  return el('div', { class: 'cards' },
    card('Fans', status.fan_count),
    card('With an email', status.email_count),
    card('With a phone', status.phone_count),
    card('By email', status.email_subscribe_count),
    card('By phone', status.phone_subscribe_count));
}

function fans(found) {
  if (found.length === 0) return el('p', { class: 'note' }, 'No fans found.');
  return table('Fans of the segment', [
    ['Fan', row => el('a', { class: 'long', href: `#fan/${row.fan_id}/record` },
      [row.first_name, row.last_name].filter(Boolean).join(' ') || `fan ${row.fan_id}`)],
    ['Email', row => row.email],
    ['Phone', row => row.phone],
    ['By email', row => yesNo(row.is_subscribed)],
    ['By phone', row => yesNo(row.is_phone_subscribed)],
    ['Changed', row => when(row.last_update_timestamp)],
  ], found);
}

// The criteria of a filter, and its removal.
function kept(filter, signal) {
  return el('section', {},
    told([['Group', filter.group_name], ...inWords(filter.criteria), ['Created', when(filter.creation_timestamp)]]),
    el('p', { class: 'buttons' },
      el('a', { href: `#search/${filter.filter_uid}` }, 'Open in the search'),
      may('fans:write') ? removal('filter', filter.filter_name, `${FILTERS}/${filter.filter_uid}`, signal) : ''));
}

function removal(what, name, path, signal) {
  return button(`Remove the ${what}`, async () => {
    if (!window.confirm(`Remove the ${what} ${name}?`)) return;
    try {
      await remove(path);
      location.hash = '#segments';
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }, { class: 'outline secondary' });
}
