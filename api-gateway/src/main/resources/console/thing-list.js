// A list of things: searched by name, continued by its next key, or whole and then at most 500 rows of it.
import { actionButton, actionsAt, removal } from './thing-actions.js';
import { address, hasPage, idsOfRow, isAllowed, listAddress, rowsOf, run, searchOf, takesLimit, titleOf } from './resources.js';
import { button, cards, count, el, section, unlessLeft } from './parts.js';
import { canPick } from './picker.js';
import { may } from './session.js';
import { FINDER, IMPORTS, TABLE, THING_LIST as TEXT, WORDS } from './texts.js';
import { fieldsFor } from './thing-form.js';
import { nameReferences, shown } from './values.js';

const SHOWN = 500;
const PAGE = 100;
const COLUMNS = 5;
const EMBEDDED = 10;
const PAUSE = 250;
const WORTH = ['choice', 'flag', 'day', 'time', 'ref', 'whole', 'text'];

// `embedded` is a list on the page of the thing that its rows belong to: a few rows, each with what can be done to it.
export function list(resource, ids, signal, { embedded = false } = {}) {
  const fieldsShown = resource.listed ?? resource.shows;
  const place = el('section', { class: 'things' });
  const rows = el('div', { class: 'rows', 'aria-live': 'polite' });
  const by = searchOf(resource);
  const next = resource.list.next_key;
  const filters = resource.list.fields.filter(field => field.in === 'query' && ids[field.name] === undefined
    && ![by, next, 'limit', 'as_of', 'max_count', 'order'].includes(field.name) && !field.name.startsWith('fan_') && !field.name.startsWith('ticket_'));
  const search = el('input', { type: 'search', 'aria-label': TEXT.findIn(resource.title.toLowerCase()), placeholder: TEXT.nameBeginsWith, oninput: later });
  const wanted = {};
  let keys = [null];
  let all = [];
  let more = null;
  let asking = 0;
  let timer = 0;

  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => by ? restart() : draw(), by ? PAUSE : 0);
  }

  function restart() {
    keys = [null];
    return look().catch(unlessLeft(signal));
  }

  async function look() {
    const turn = ++asking;
    const key = keys.at(-1);
    const text = search.value.trim();
    const query = { ...wanted, ...by && text !== '' && { [by]: text }, ...takesLimit(resource) && { limit: PAGE }, ...key !== null && { [next]: key } };
    const { body } = await run(resource.list, ids, query, { signal });
    if (turn !== asking || signal.aborted) return;
    all = rowsOf(body);
    more = next ? body?.meta?.[next] ?? null : null;
    draw();
  }

  function draw() {
    const text = search.value.trim().toLowerCase();
    const found = by || text === '' ? all : all.filter(row => titleOf(resource, row).toLowerCase().includes(text) || String(row[resource.own] ?? '').startsWith(text));
    rows.replaceChildren(found.length === 0 ? empty(text) : rowsTable(found.slice(0, embedded ? EMBEDDED : SHOWN)), pager(found));
    place.querySelector('.finding').hidden = embedded || all.length === 0 && keys.length === 1 && text === '' && Object.keys(wanted).length === 0;
    nameReferences(rows, signal).catch(() => {});
  }

  function empty(text) {
    if (embedded) return el('p', { class: 'note' }, TEXT.noneYet);
    if (text !== '' || Object.keys(wanted).length > 0) return el('p', { class: 'none' }, FINDER.none);
    return el('div', { class: 'none' }, el('p', {}, TEXT.noneOf(resource.title.toLowerCase())),
      isAllowed(resource.create) ? el('a', { class: embedded ? 'go quiet' : 'go', href: newAddress() }, TEXT.newOne(resource.one_title.toLowerCase())) : '');
  }

  function newAddress() {
    return `${listAddress(resource, ids)}/new`;
  }

  function rowsTable(found) {
    const canOpen = hasPage(resource) && resource.own;
    const context = row => ({ ...ids, ...idsOfRow(resource, row, ids) });
    const columns = [[resource.one_title, row => canOpen ? el('a', { class: 'name long', href: address(resource, context(row)) }, titleOf(resource, row))
      : el('span', { class: 'name long' }, titleOf(resource, row))], ...chosen(found).map(field => [field.label, row => shown(field, row[field.name], ids), field.kind === 'whole' && !field.ref])];
    const acts = actionsAt(resource, 'row');
    const canRemove = isAllowed(resource.delete) && (embedded || !hasPage(resource));
    const canChange = embedded && isAllowed(resource.change) && resource.own;
    if (acts.length > 0 || canRemove || canChange) {
      columns.push(['', row => el('span', { class: 'acts' }, acts.map(act => actionButton(resource, act, context(row), signal, look)),
        canChange ? el('a', { href: address(resource, context(row), 'change'), 'aria-label': TEXT.changeOf(titleOf(resource, row)) }, TEXT.change) : '',
        canRemove ? removal(resource, row, context(row), signal, look) : '')]);
    }
    return cards(resource.title, columns, found);
  }

  // The fields that tell most, in the order of the answer.
  function chosen(found) {
    const worth = field => WORTH.indexOf(field.ref ? 'ref' : field.kind);
    const known = resource.rows && !resource.listed ? new Set(resource.rows) : null;
    const telling = fieldsShown.filter(field => worth(field) >= 0 && field.name !== resource.title_field && (field.name !== resource.own || !resource.title_field)
      && !(field.name in ids) && field.name !== 'account_id' && (known === null || known.has(field.name))
      && found.some(row => row[field.name] !== null && row[field.name] !== undefined && row[field.name] !== '' && row[field.name].length !== 0));
    const best = [...telling].sort((a, b) => worth(a) - worth(b)).slice(0, COLUMNS);
    return telling.filter(field => best.includes(field));
  }

  function pager(found) {
    if (embedded) return found.length <= EMBEDDED && !more ? '' : el('p', {}, el('a', { href: listAddress(resource, ids) }, TEXT.allOf(resource.title.toLowerCase())));
    const turn = (label, towards) => button(label, () => {
      keys = towards;
      look().then(() => rows.querySelector('.scroll')?.focus()).catch(unlessLeft(signal));
    }, { class: 'outline', disabled: towards === null });
    if (keys.length === 1 && !more) return found.length <= SHOWN ? el('p', { class: 'note' }, found.length === 0 ? '' : found.length === 1 ? TEXT.oneRow : TEXT.rows(count(found.length)))
      : el('p', { class: 'note' }, TEXT.firstOf(count(SHOWN), count(found.length)));
    return el('div', { class: 'pager' }, turn(TABLE.previous, keys.length === 1 ? null : keys.slice(0, -1)), turn(TABLE.next, more ? [...keys, String(more)] : null),
      el('span', { class: 'note', role: 'status' }, TEXT.page(count(keys.length), count(found.length))));
  }

  const acts = el('div', { class: 'actions' },
    !embedded && resource.name === 'points' && may('points:write', 'fans:write') ? el('a', { class: 'go quiet', href: '#imports/points' }, IMPORTS.link) : '',
    actionsAt(resource, 'list').map(act => actionButton(resource, act, ids, signal, look)),
    isAllowed(resource.create) ? el('a', { class: embedded ? 'go quiet' : 'go', href: newAddress() }, TEXT.newOne(resource.one_title.toLowerCase())) : '');
  place.append(
    el('header', { class: 'thing-head' }, el('div', {}, el(embedded ? 'h2' : 'h1', { class: 'long' }, embedded ? el('a', { href: listAddress(resource, ids) }, resource.title) : resource.title)), acts),
    el('div', { class: 'finding' }, el('div', { class: 'by-name' }, search)), rows);
  const must = filters.filter(field => field.required);
  if (filters.length > 0 && (!embedded || must.length > 0)) {
    filterForm(must).catch(unlessLeft(signal));
  }
  if (must.length === 0) section(rows, signal, () => look().then(() => null));
  return place;

  async function filterForm(needed) {
    const fields = await fieldsFor({ fields: filters }, ids);
    if (signal.aborted) return;
    const box = el('details', { class: 'filter', open: needed.length > 0 }, el('summary', {}, TEXT.filter), el('form', { class: 'thing', onsubmit: event => {
      event.preventDefault();
      for (const name of Object.keys(wanted)) delete wanted[name];
      Object.assign(wanted, Object.fromEntries(Object.entries(fields.read()).filter(([, value]) => value !== '' && value.length !== 0)));
      fields.clean();
      keys = [null];
      look().catch(trouble => {
        const left = fields.complain(trouble);
        if (left) unlessLeft(signal)({ message: left });
      });
    } }, el('div', { class: 'fields' }, fields.nodes), el('div', { class: 'buttons' }, el('button', { type: 'submit', class: 'outline' }, WORDS.show))));
    place.insertBefore(box, rows);
    if (needed.length > 0) rows.replaceChildren(el('p', { class: 'none' }, TEXT.fillIn));
  }
}

// A list of things of something that is not chosen yet, such as the tiers of one kind of points.
export async function chooseContext(main, resource, parent, signal) {
  const { picker } = await import('./picker.js');
  if (!parent || !await canPick({ ref: parent.name })) {
    main.append(el('h1', {}, resource.title), el('p', { class: 'note' }, TEXT.openFromThing));
    return;
  }
  const choice = picker({ name: parent.own, label: parent.one_title, required: true, resource: parent, kind: 'text' });
  choice.node.addEventListener('chosen', () => {
    if (!signal.aborted) location.hash = listAddress(resource, choice.read());
  });
  main.append(el('h1', {}, resource.title), el('p', { class: 'note' }, TEXT.whose(resource.title.toLowerCase())), el('div', { class: 'fields choose-first' }, choice.node));
}
