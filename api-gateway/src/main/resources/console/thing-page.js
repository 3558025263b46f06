// The page of one thing: its name, its facts, what can be done, what belongs to it, and its history.
import { actionButton, actionsAt, answerParts, removal } from './thing-actions.js';
import { campaignTabs } from './campaigns.js';
import { changeForm, entry } from './thing-form.js';
import { history } from './history.js';
import { list } from './thing-list.js';
import { address, catalogue, hasPage, idsOfRow, isAllowed, isOpen, listAddress, readOne, titleOf } from './resources.js';
import { el, entitle, say, section, told } from './parts.js';
import { forgetNames, nameReferences, shown } from './values.js';
import { may, user } from './session.js';
import { PROGRAMME, SHOWS, THING_PAGE as TEXT, WHAT_IF, WORDS } from './texts.js';

const STATES = ['status', 'state', 'is_active', 'is_disabled', 'is_enabled'];
// The types of campaigns that have a live show.
const WITH_SHOW = ['fanxp', 'livexp'];
const GOOD = new Set(['active', 'open', 'live', 'running', 'available', 'published']);
const BAD = new Set(['ended', 'inactive', 'disabled', 'expired', 'closed', 'deleted', 'failed']);

export async function page(main, signal, resource, ids) {
  const all = await catalogue();
  const back = el('p', { class: 'back' });
  const title = el('h1', { class: 'long' }, resource.one_title);
  const state = el('span', { class: 'states' });
  const actions = el('div', { class: 'actions' });
  const facts = el('div');
  const below = el('div', { class: 'below' });
  const past = el('section', { class: 'past' });
  main.append(back, el('header', { class: 'thing-head' }, el('div', {}, el('p', { class: 'kind' }, resource.ids.length === 0 ? '' : resource.one_title), title, state), actions), facts, below, past);
  const upper = above(all, resource, ids);
  back.append(el('a', { href: upper.href }, upper.title));
  if (resource.name === 'apps') facts.before(campaignTabs(ids.page_tab_id, address(resource, ids)));

  async function look() {
    const { body } = await readOne(resource, ids, signal);
    if (signal.aborted) return;
    draw(body);
    await section(past, signal, async () => {
      const told = streamOf(resource, ids, body);
      const shown = told === null ? null : await history(told.stream, told.item, signal);
      return shown ? [shown] : [];
    });
  }

  function draw(body) {
    const row = { ...body };
    title.textContent = titleOf(resource, row);
    entitle(resource.one_title);
    state.replaceChildren(...states(row));
    const known = resource.shows.filter(field => !STATES.includes(field.name) || typeof row[field.name] === 'object');
    const isPlain = field => field.kind !== 'json' && typeof row[field.name] !== 'object' || field.list && field.ref;
    const key = known.filter(field => isPlain(field) && field.name !== resource.title_field && field.name !== 'account_id' && field.name !== resource.own);
    const rest = known.filter(field => !isPlain(field));
    facts.replaceChildren(
      told([...key.map(field => [field.label, shown(field, row[field.name], ids)]), ...resource.own && row[resource.own] !== undefined
        ? [[TEXT.id, el('code', {}, String(row[resource.own]))]] : []]),
      ...rest.filter(field => shown(field, row[field.name], ids) !== null).map(field => el('details', { class: 'part' }, el('summary', {}, field.label), parts(field, row[field.name]))));
    facts.querySelector('dl').classList.add('facts');
    actions.replaceChildren(
      resource.name === 'apps' && WITH_SHOW.includes(row.app_type) && may('live:read') ? el('a', { class: 'go quiet', href: `#shows/${row.page_tab_id}` }, SHOWS.show) : '',
      ...actionsAt(resource, 'thing').map(act => actionButton(resource, act, { ...ids, ...preset(act, row) }, signal, look)),
      isAllowed(resource.delete) ? removal(resource, row, ids, signal, async () => {
        location.hash = upper.href;
        say(TEXT.removed);
      }) : '',
      ...onPath(resource, ids),
      isAllowed(resource.change) ? el('a', { class: 'go', href: address(resource, ids, 'change') }, TEXT.change) : '');
    nameReferences(facts, signal).catch(() => {});
  }

  // What an action asks for and the thing itself says, as its own id.
  function preset(operation, row) {
    return resource.own && operation.fields.some(field => field.name === resource.own) ? { [resource.own]: row[resource.own] ?? ids[resource.own] }
      : Object.fromEntries(operation.fields.filter(field => field.in === 'path' && row[field.name] !== undefined).map(field => [field.name, row[field.name]]));
  }

  await look();
  if (signal.aborted) return;
  const beside = [...all.values()].filter(other => other.beside === resource.name && isOpen(other));
  const children = resource.children.filter(isOpen);
  const linked = [...beside, ...children.filter(child => !isAllowed(child.list))];
  if (linked.length > 0) {
    below.append(el('ul', { class: 'children' }, linked.map(child => el('li', {},
      el('a', { href: beside.includes(child) ? address(child, ids) : listAddress(child, ids) }, child.one_title), el('small', {}, about(child))))));
  }
  for (const child of children.filter(one => isAllowed(one.list))) below.append(whenSeen(signal, () => list(child, ids, signal, { embedded: true })));
}

// Quests and rewards have their place on the path that asks what a change would do, and why a fan has them.
function onPath({ name }, ids) {
  const kind = { quests: 'quest', rewards: 'reward' }[name];
  const id = encodeURIComponent(ids[kind === 'quest' ? 'page_tab_id' : 'reward_uid']);
  return kind === undefined ? [] : [
    el('a', { class: 'go quiet', href: `#programme/${kind}/${id}` }, WHAT_IF.button),
    el('a', { class: 'go quiet', href: `#programme/why/${kind}/${id}` }, PROGRAMME.steps.why[0])];
}

// A part that asks for its rows only once it comes into view.
function whenSeen(signal, make) {
  const place = el('div', { class: 'unseen-yet' });
  const watch = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting)) return;
    watch.disconnect();
    if (!signal.aborted) place.replaceWith(make());
  }, { rootMargin: '300px' });
  watch.observe(place);
  signal.addEventListener('abort', () => watch.disconnect());
  return place;
}

// Short lists of objects are tables of their own; anything else is shown as it is.
function parts(field, value) {
  if (Array.isArray(value)) return el('div', { class: 'several-parts' }, value.slice(0, 50).map(one => one !== null && typeof one === 'object' ? answerParts(one) : el('p', {}, String(one))));
  return typeof value === 'object' ? answerParts(value) : shown(field, value);
}

function about(child) {
  return (child.one ?? child.create ?? child.actions[0])?.title ?? '';
}

function states(row) {
  return STATES.filter(name => row[name] !== undefined && row[name] !== null && typeof row[name] !== 'object').flatMap(name => {
    const state = typeof row[name] !== 'boolean' ? String(row[name])
      : name === 'is_disabled' ? row[name] ? 'disabled' : '' : row[name] ? 'active' : 'inactive';
    const word = { active: TEXT.active, inactive: TEXT.notActive, disabled: TEXT.disabled }[state] ?? state.replaceAll('_', ' ');
    return word === '' ? [] : [el('span', { class: `state ${GOOD.has(state) ? 'is-good' : BAD.has(state) ? 'is-bad' : ''}` }, word)];
  });
}

// Where a page leads back to: the list that it stands in, or the thing that it belongs to.
function above(all, resource, ids) {
  if (resource.list && resource.own) return { title: resource.title, href: listAddress(resource, ids) };
  const parent = all.get(resource.parent ?? resource.beside);
  if (parent && parent.ids.every(id => ids[id] !== undefined)) return { title: parent.one_title, href: address(parent, ids) };
  return { title: TEXT.everything, href: '#things' };
}

function streamOf(resource, ids, row) {
  if (!resource.stream) return null;
  const fill = text => text.replaceAll(/\{(\w+)}/g, (_, name) => name === 'account_id' ? user().account_id : ids[name] ?? row[name]);
  return { stream: fill(resource.stream), item: resource.item ? fill(resource.item) : undefined };
}

export async function changing(main, signal, resource, ids) {
  const read = () => readOne(resource, ids, signal);
  const first = await read();
  const home = resource.ids.length === 0 ? `#things/${resource.name}` : address(resource, ids);
  main.append(el('p', { class: 'back' }, el('a', { href: home }, titleOf(resource, first.body))),
    el('h1', { class: 'long' }, TEXT.changeOne(resource.one_title.toLowerCase())), el('p', { class: 'note' }, `${resource.change.title}.`));
  const made = await changeForm(resource, ids, first, read, async () => {
    forgetNames();
    if (signal.aborted) return;
    location.hash = home;
    setTimeout(() => say(WORDS.saved));
  });
  made.querySelector('.buttons').prepend(el('a', { class: 'go quiet', href: home }, WORDS.cancel));
  main.append(made);
}

export async function making(main, signal, resource, ids) {
  const all = await catalogue();
  const upper = resource.list ? { title: resource.title, href: listAddress(resource, ids) } : above(all, resource, ids);
  const place = el('div');
  main.append(el('p', { class: 'back' }, el('a', { href: upper.href }, upper.title)), el('h1', { class: 'long' }, TEXT.newOne(resource.one_title.toLowerCase())),
    el('p', { class: 'note' }, `${resource.create.title}.`), place);
  const made = await entry(resource.create, ids, TEXT.createOne(resource.one_title.toLowerCase()), async ({ body }) => {
    forgetNames();
    if (signal.aborted) return;
    const to = { ...ids, ...body !== null && typeof body === 'object' ? idsOfRow(resource, body, ids) : {} };
    const isWhole = hasPage(resource) && resource.own && resource.ids.every(id => to[id] !== undefined);
    const href = isWhole ? address(resource, to) : upper.href;
    const known = new Set(resource.shows.map(field => field.name));
    const once = body === null || typeof body !== 'object' ? [] : Object.entries(body).filter(([name, value]) => !known.has(name) && value !== null && /secret|password|token|link/.test(name));
    if (once.length > 0) {
      place.replaceChildren(el('article', { class: 'handed' }, el('h2', { tabindex: '-1' }, TEXT.shownOnlyNow), answerParts(body),
        el('div', { class: 'buttons' }, el('a', { class: 'go', href }, WORDS.continue))));
      place.querySelector('h2').focus();
      return;
    }
    location.hash = href;
    setTimeout(() => say(TEXT.created));
  });
  made.querySelector('.buttons').prepend(el('a', { class: 'go quiet', href: upper.href }, WORDS.cancel));
  place.append(made);
}
