// Shows values of things by their kind: times, days, flags, links to other things.
import { get } from './calls.js';
import { address, addressOf, catalogue, hasPage, isAllowed, rowsOf, run, takesLimit, titleOf } from './resources.js';
import { number, when } from './locale.js';
import { el, outside, yesNo } from './parts.js';
import { VALUES as TEXT } from './texts.js';

// The most ids of one call.
const MOST = 500;
const ABOUT = 30000;
const names = new Map();
// The calls that are on their way, by what they ask for.
const asking = new Map();

export function words(text) {
  const plain = String(text).replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function shownTime(value) {
  return typeof value !== 'number' && Number.isNaN(Date.parse(value)) ? String(value) : when(value);
}

// What a value is in a cell or a fact; null when there is nothing to show.
export function shown(field, value, context = {}) {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (field.kind === 'json') return json(value);
    return el('span', { class: 'several' }, value.map((one, at) => [at === 0 ? '' : ', ', shown({ ...field, list: false }, one, context)]));
  }
  if (field.ref) return reference(field, value, context);
  if (typeof value === 'object') return Object.keys(value).length === 0 ? null : json(value);
  if (field.kind === 'time') return shownTime(value);
  if (field.kind === 'flag' || typeof value === 'boolean') return yesNo(value);
  if (field.kind === 'choice') return el('span', { class: 'word' }, words(value));
  if (typeof value === 'number') return number(value);
  if (/_url$|^url$/.test(field.name)) return outside(String(value));
  return el('span', { class: 'text' }, String(value));
}

function json(value) {
  return el('details', { class: 'json' }, el('summary', {}, Array.isArray(value) ? TEXT.entries(value.length) : TEXT.show),
    el('pre', { tabindex: '0' }, JSON.stringify(value, null, 2)));
}

// A link to the thing that an id names. The name follows when it is known.
export function reference(field, id, context) {
  const place = el('span', { class: 'ref', 'data-ref': field.ref, 'data-id': String(id) }, String(id));
  place.context = context;
  return place;
}

// The kinds of things whose names one call tells, with the parameter that takes their ids, which is their own id as well.
const NAMED = new Map(Object.entries({
  apps: 'page_tab_id', quests: 'page_tab_id', rewards: 'reward_uid', performances: 'performance_uid', ticket_events: 'event_uid',
  venues: 'venue_uid', idols: 'idol_uid', idol_events: 'idol_event_uid', businesses: 'business_id', streams: 'stream_key',
  template_portals: 'portal_uid', trackers: 'tracker_id', tags: 'tag_id', search_filters: 'filter_uid', snapshots: 'snapshot_uid',
  points: 'point_uid', fans: 'fan_id',
}));

// The kind of things that a field of this name names: related_idol_uid names an idol, and required_page_tab_ids campaigns or quests.
export function kindOf(name) {
  const one = name.replace(/s$/, '');
  return [...NAMED].filter(([, own]) => one === own || one.endsWith(`_${own}`)).toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}

// Gives the ids below a node the names of their things: one call for those of all kinds.
export async function nameReferences(node, signal) {
  const all = await catalogue();
  const places = [...node.querySelectorAll('[data-ref]')].filter(place => all.has(place.dataset.ref));
  const [named, others] = [true, false].map(is => places.filter(place => NAMED.has(place.dataset.ref) === is));
  await Promise.all([askNames(named), ...[...Map.groupBy(others, place => place.dataset.ref)].map(([name, of]) =>
    askList(all.get(name), of[0].context ?? {}, of, signal))]);
  if (signal.aborted) return;
  for (const place of places) {
    const found = foundName(place, all);
    if (found) place.replaceChildren(found.href ? el('a', { href: found.href, class: 'long' }, found.title) : found.title);
  }
}

const keyOf = (kind, id) => `${kind} ${id}`;

function isFresh(kind, id) {
  return names.get(keyOf(kind, id))?.at > performance.now() - ABOUT;
}

// A page_tab_id is the number of a campaign or of a quest. What has no name is called by its kind.
function foundName(place, all) {
  const { ref, id } = place.dataset;
  const kinds = NAMED.get(ref) === 'page_tab_id' ? [ref, ref === 'apps' ? 'quests' : 'apps'] : [ref];
  const kind = kinds.find(one => isFresh(one, id));
  const resource = all.get(kind ?? ref);
  const title = kind ? names.get(keyOf(kind, id)).title : resource.title_field ? null : titleOf(resource, { [resource.own]: id });
  return title === null ? null : { title, href: linkTo(resource, { ...place.context, [resource.own]: id }) };
}

function linkTo(resource, ids) {
  return hasPage(resource) && resource.ids.every(name => ids[name] !== undefined) ? address(resource, ids) : null;
}

function remember(kind, id, title) {
  names.set(keyOf(kind, id), { at: performance.now(), title });
}

// The names of things of one kind, by their ids. What has none is left out.
export async function namesOf(kind, ids) {
  await askNames(ids.map(id => ({ dataset: { ref: kind, id } })));
  return new Map(ids.filter(id => isFresh(kind, id)).map(id => [id, names.get(keyOf(kind, id)).title]));
}

// What two parts of a page ask for at the same time is asked once. Names that come after the page was left serve the next one.
async function askNames(places) {
  const missing = places.map(place => place.dataset).filter(({ ref, id }) => !isFresh(ref, id));
  const wanted = [...new Set(missing.map(({ ref, id }) => `${NAMED.get(ref)} ${id}`))];
  const open = wanted.filter(one => !asking.has(one));
  for (let from = 0; from < open.length; from += MOST) {
    const some = open.slice(from, from + MOST);
    const answer = ask(some).catch(() => {
      // The ids stay. A name is a convenience.
    }).finally(() => some.forEach(one => asking.delete(one)));
    some.forEach(one => asking.set(one, answer));
  }
  await Promise.all(wanted.map(one => asking.get(one)));
}

async function ask(some) {
  const byParameter = Map.groupBy(some, one => one.slice(0, one.indexOf(' ')));
  const query = Object.fromEntries([...byParameter].map(([own, all]) => [own, all.map(one => one.slice(own.length + 1))]));
  const { things, fans } = await get('/api/v1/manage/names', query);
  things.forEach(({ kind, id, name }) => remember(kind, id, name));
  fans.forEach(fan => remember('fans', String(fan.fan_id), fan.display_name ?? fan.name ?? TEXT.fan(fan.fan_id)));
}

// Things of a thing, such as the questions of a campaign, are named by their list.
async function askList(resource, context, places, signal) {
  if (!resource.title_field || !isAllowed(resource.list) || places.every(({ dataset: { id } }) => isFresh(resource.name, id))) return;
  try {
    addressOf(resource.list, context);
    const { body } = await run(resource.list, context, takesLimit(resource) ? { limit: MOST } : {}, { signal });
    rowsOf(body).forEach(row => remember(resource.name, String(row[resource.own]), titleOf(resource, row)));
  } catch {
    // The ids stay here too: the list may be too large, or of a thing that is not known here.
  }
}

// After a change names are asked for again.
export function forgetNames() {
  names.clear();
}
