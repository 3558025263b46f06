// The fan search: its criteria, the number of fans, their pages, and saving the search as a filter.
import { get, post, uidOf } from './calls.js';
import { CONTACTS, fieldsOfGroup, GROUPS } from './criteria.js';
import { fieldsOf, form, given } from './forms.js';
import { chooser } from './live.js';
import { day, when } from './locale.js';
import { pages } from './pages.js';
import { count, el, say, table } from './parts.js';
import { may } from './session.js';
import { taking } from './snapshots.js';
import { SEARCH as TEXT, WORDS } from './texts.js';

const FANS = '/api/v1/crm/fans';
const FILTERS = '/api/v1/manage/search_filters';
const ROWS = 50;
const PAUSE = 400;

// The criteria by entry of the browser's history. They do not stand in the address, which others may see.
const searched = new Map();

export function forget() {
  searched.clear();
}

export async function search(main, signal, [uid]) {
  const filter = uid === undefined ? null : await get(`${FILTERS}/${uidOf(uid)}`, {}, signal);
  const begun = searched.get(history.state) ?? filter?.criteria ?? null;
  // Criteria of contacts are for those who see them.
  const words = fieldsOf(may('contacts:read') ? [{ name: 'name', label: TEXT.wordsHint }] : []);
  const shown = GROUPS.map(([title, fields]) => [title, fields().filter(one => may('contacts:read') || !CONTACTS.has(one.name))])
    .filter(([, fields]) => fields.length > 0);
  const groups = await Promise.all(shown.map(async ([title, fields]) => ({ title, fields: fieldsOf(await fieldsOfGroup(fields)) })));
  if (signal.aborted) return;
  const all = fieldsOf([...words.fields, ...groups.flatMap(one => one.fields.fields)]);
  const folded = groups.map(folding);
  const found = el('div', { 'aria-live': 'polite' });
  const rows = el('div');
  const criteria = () => given(all.read());
  const choose = chooser(signal);
  const live = el('span', { class: 'note', role: 'status' });
  const counting = liveCount(signal, criteria, live, () => folded.forEach(one => one.tell()));

  async function find() {
    const wanted = criteria();
    const signal = choose();
    counting.stop();
    if (!searched.has(history.state)) history.replaceState(`${Date.now()} ${searched.size}`, '');
    searched.set(history.state, wanted);
    folded.forEach(one => one.tell());
    const ask = search_uid => get(FANS, search_uid === null
      ? { ...wanted, include_tags: true, limit: ROWS } : { search_uid }, signal);
    await pages(rows, signal, ask, listed);
    const { fan_count: fans } = await get('/api/v1/manage/fan_count', wanted, signal);
    found.replaceChildren(el('h2', {}, fans === 1 ? TEXT.oneFan : TEXT.fansFound(count(fans))));
  }

  const asking = form({ ...all, nodes: [...words.nodes, ...folded.map(one => one.node)] }, TEXT.search, async () => {
    try {
      await find();
    } catch (trouble) {
      found.replaceChildren();
      rows.replaceChildren();
      throw trouble;
    }
  }, { class: 'criteria', once: false });
  asking.querySelector('.buttons').append(el('button', { type: 'button', class: 'outline secondary', onclick: () => {
    all.show({});
    all.clean();
    folded.forEach(one => one.tell());
    counting.later();
    asking.querySelector('input, summary').focus();
  } }, TEXT.clear), live);
  for (const change of ['input', 'change', 'chosen', 'taken-back']) asking.addEventListener(change, counting.later);
  main.append(
    el('h1', {}, TEXT.search),
    filter === null ? '' : el('p', { class: 'note long' }, TEXT.filterOf(filter.filter_name)),
    el('search', {}, asking), found, rows,
    ...may('fans:write') ? [keeping(filter, criteria, all), taking(criteria, all.fields)] : []);
  if (begun !== null) {
    all.show(begun);
    asking.requestSubmit();
  }
}

// Says while the criteria are edited how many fans they find: one call at a time, once the hands rest.
function liveCount(signal, criteria, place, changed) {
  const choose = chooser(signal);
  let timer = 0;
  async function look() {
    const turn = choose();
    changed();
    try {
      const { fan_count: fans } = await get('/api/v1/manage/fan_count', criteria(), turn);
      if (!turn.aborted) place.textContent = TEXT.found(fans, count(fans));
    } catch {
      // Half of a date or of a number is no mistake yet. The search itself says what is wrong.
      if (!turn.aborted) place.textContent = '';
    }
  }
  const stop = () => {
    clearTimeout(timer);
    choose();
    place.textContent = '';
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return { stop, later: () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  } };
}

// A group of criteria, with the number of those that are set.
function folding({ title, fields }) {
  const summary = el('summary', {}, title);
  return {
    node: el('details', {}, summary, el('div', { class: 'fields' }, fields.nodes)),
    tell() {
      const some = fields.fields.filter(one => Object.keys(given(one.read())).length > 0).length;
      summary.textContent = some === 0 ? title : `${title} (${some})`;
    },
  };
}

function listed(fans) {
  if (fans.length === 0) return el('p', { class: 'note' }, TEXT.none);
  return table(TEXT.fans, [
    [TEXT.fan, row => el('a', { class: 'long', href: `#fan/${row.fan_id}` }, row.display_name ?? row.name ?? WORDS.fan(row.fan_id))],
    [TEXT.email, row => row.email],
    [TEXT.phone, row => row.phone],
    [TEXT.place, row => [row.city, row.province, row.country_code].filter(Boolean).join(', ') || null],
    [TEXT.subscribed, row => [row.is_subscribed && TEXT.byEmail, row.is_phone_subscribed && TEXT.byPhone].filter(Boolean).join(', ') || null],
    [TEXT.tags, row => row.tags?.length ? el('span', { class: 'long' }, row.tags.map(tag => tag.tag_name).join(', ')) : null],
    [TEXT.changed, row => when(row.last_update_timestamp, day)],
  ], fans);
}

// Errors in the criteria of a filter are shown at the criteria.
function keeping(filter, criteria, all) {
  const names = fieldsOf([
    { name: 'filter_name', label: TEXT.filterName },
    { name: 'group_name', label: TEXT.group, hint: TEXT.optional },
  ]);
  const both = { ...names, complain: trouble => fieldsOf([...names.fields, ...all.fields]).complain(trouble), clean() {
    names.clean();
    all.clean();
  } };
  const link = saved => el('a', { class: 'long', href: `#segments/filter/${saved.filter_uid}` }, saved.filter_name);
  const done = el('p', { role: 'status' });
  const parts = [];
  if (filter !== null) {
    parts.push(form(fieldsOf([]), TEXT.changeFilter, async () => {
      done.replaceChildren(TEXT.isChanged, link(await post(`${FILTERS}/${filter.filter_uid}`, criteria())));
    }));
  }
  parts.push(form(both, WORDS.save, async values => {
    done.replaceChildren(TEXT.isSaved, link(await post(FILTERS, { ...criteria(), ...given(values) })));
    names.show({});
    say('');
  }));
  return el('details', { class: 'keep' }, el('summary', {}, TEXT.saveAsFilter), parts, done);
}
