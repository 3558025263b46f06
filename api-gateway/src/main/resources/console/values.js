// Shows values of things by their kind: times, days, flags, links to other things.
import { addressOf, catalogue, hasPage, isAllowed, titleOf, address, idsOfRow, rowsOf, run, takesLimit } from './resources.js';
import { number, when } from './locale.js';
import { el, outside, yesNo } from './parts.js';

const ALONE = 12;
const ABOUT = 30000;
const names = new Map();

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
  return el('details', { class: 'json' }, el('summary', {}, Array.isArray(value) ? `${value.length} entries` : 'Show'),
    el('pre', { tabindex: '0' }, JSON.stringify(value, null, 2)));
}

// A link to the thing that an id names. The name follows when it is known.
function reference(field, id, context) {
  const place = el('span', { class: 'ref', 'data-ref': field.ref, 'data-id': String(id) }, String(id));
  place.context = context;
  return place;
}

// Gives the ids below a node the names of their things: one call for a list of many, one call each for few.
export async function nameReferences(node, signal) {
  const all = await catalogue();
  const places = Map.groupBy([...node.querySelectorAll('[data-ref]')], place => place.dataset.ref);
  await Promise.all([...places].map(async ([name, of]) => {
    const resource = all.get(name);
    if (!resource) return;
    const wanted = [...new Set(of.map(place => place.dataset.id))];
    const known = await namesOf(resource, wanted, of[0].context ?? {}, signal);
    if (signal.aborted) return;
    for (const place of of) {
      const found = known.get(place.dataset.id);
      if (found) place.replaceChildren(found.href ? el('a', { href: found.href, class: 'long' }, found.title) : found.title);
    }
  }));
}

async function namesOf(resource, ids, context, signal) {
  const key = id => `${resource.name} ${id}`;
  const fresh = id => names.get(key(id))?.at > performance.now() - ABOUT;
  const missing = ids.filter(id => !fresh(id));
  const remember = (id, row) => {
    const of = idsOfRow(resource, row, context);
    const isWhole = hasPage(resource) && resource.ids.every(name => of[name] !== undefined);
    names.set(key(id), { at: performance.now(), title: titleOf(resource, row), href: isWhole ? address(resource, of) : null });
  };
  try {
    const canOne = isAllowed(resource.one) && [...resource.one.path.matchAll(/\{(\w+)}/g)].every(([, id]) => id === resource.own || context[id] !== undefined);
    if (missing.length > 0 && canOne && missing.length <= ALONE) {
      await Promise.all(missing.map(id => run(resource.one, { ...context, [resource.own]: id }, {}, { signal })
        .then(({ body }) => remember(id, { ...body, [resource.own]: id }), () => {})));
    } else if (missing.length > 0 && isAllowed(resource.list) && resource.name !== 'fans') {
      addressOf(resource.list, context);
      const { body } = await run(resource.list, context, takesLimit(resource) ? { limit: 500 } : {}, { signal });
      rowsOf(body).forEach(row => remember(String(row[resource.own]), row));
    }
  } catch {
    // The ids stay. A name is a convenience, and the list may be too large or forbidden.
  }
  return new Map(ids.map(id => [id, names.get(key(id))]).filter(([, found]) => found));
}

// After a change names are asked for again.
export function forgetNames() {
  names.clear();
}
