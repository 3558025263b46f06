// What the forms of quests and rewards on the path share: fields that are shown when they matter, entries that stay, what was
// changed, a sentence that says it all, and the what-if.
import { call } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { canPick, picker } from './picker.js';
import { button, el, say } from './parts.js';
import { catalogue } from './resources.js';
import { may } from './session.js';
import { PROGRAMME } from './texts.js';
import { forgetNames, nameReferences } from './values.js';
import { whatIf } from './whatif.js';

export function wrong(errors) {
  return Object.assign(new Error(''), { errors });
}

export function withoutPoints() {
  return [el('p', { class: 'notice' }, PROGRAMME.pointsFirst), el('p', {}, el('a', { class: 'go', href: '#programme/points' }, PROGRAMME.toPoints))];
}

export function ofBusiness(business) {
  return el('p', { class: 'note' }, PROGRAMME.ofBusiness, el('a', { class: 'long', href: '#programme/points' }, business.name));
}

export function isEmpty(value) {
  return value === '' || value === null || value === undefined || Array.isArray(value) && value.length === 0;
}

// A number that was entered, or several, as the API takes them. Anything else is sent as it is, and refused by the name of its field.
export function whole(value) {
  if (Array.isArray(value)) return value.map(whole);
  return /^\d{1,15}$/.test(value) ? Number(value) : value;
}

// A field whose value is chosen by name, among the things that the ids of `context` lead to.
export async function chooser(ref, told, context = () => ({})) {
  return await canPick({ ref }).catch(() => false) ? picker({ ...told, resource: (await catalogue()).get(ref) }, context) : told;
}

export function valuesOf(all, names) {
  return Object.fromEntries(names.map(name => [name, all[name]]).filter(([, value]) => !isEmpty(value)));
}

// What differs between two bodies. What is missing in the later one is emptied.
export function changesOf(before, after) {
  return Object.fromEntries([...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => [name, after[name] ?? (Array.isArray(before[name]) ? [] : null)]));
}

// Reads a thing with the tag under which it may be changed.
export async function read(path, signal) {
  return { ...await call(path, { signal }), again: () => call(path, { signal }) };
}

// What people say of a thing, without what follows from it.
function saidBy({ status, status_message: message, issued_count: issued, ...rest }) {
  return JSON.stringify(rest);
}

// `groups`: [legend, descriptions of fields]; `isShown(values)` names the fields that matter; `bodyOf(values)` is what is sent. `now` is the
// thing as it was read, when one is changed; `first` are the values to begin with; `before` stands above the buttons; `besides` is
// what the what-if is sent as well.
export async function thingForm({ signal, memory }, { key, groups, isShown, bodyOf, required, sentence, now, first, before: above = [], simulate, hint, labels, save, besides = () => ({}) }) {
  const fields = fieldsOf(groups.flatMap(([, descriptions]) => descriptions));
  const nodes = new Map(fields.fields.map(one => [one.names[0], one.node]));
  fields.nodes = groups.map(([legend, descriptions]) => el('fieldset', { class: 'whole' }, el('legend', {}, legend),
    el('div', { class: 'fields' }, descriptions.map(one => one.node ?? nodes.get(one.name)))));
  fields.show(first);
  const before = bodyOf(fields.read());
  const draft = memory.drafts.get(key);
  if (draft) fields.show(draft);
  const said = el('div', { class: 'said' });
  const body = () => {
    const values = fields.read();
    const missing = required(values).filter(name => isEmpty(values[name]));
    if (missing.length > 0) throw wrong(missing.map(field => ({ field, message: PROGRAMME.required })));
    const after = bodyOf(values);
    return now ? changesOf(before, after) : after;
  };
  const what = whatIf(signal, {
    path: simulate.path,
    isExisting: now !== undefined,
    body: () => ({ ...simulate.ids, ...body(), ...besides() }),
    complain: trouble => fields.complain(trouble),
    hint: () => hint?.(fields.read()) ?? null,
  });
  const made = form(fields, labels.save, async () => {
    const sent = body();
    if (now && Object.keys(sent).length === 0) {
      say(PROGRAMME.nothing);
      return;
    }
    const to = await save(sent, now?.tag).catch(trouble => saveAgain(trouble, sent));
    memory.drafts.delete(key);
    forgetNames();
    if (signal.aborted) return;
    if (location.hash === to) window.dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = to;
    setTimeout(() => say(labels.saved));
  }, { class: 'thing programme-form' });

  // The stream of a reward also holds who got it. Where only that is new, nobody changed the reward meanwhile.
  async function saveAgain(trouble, sent) {
    if (trouble.status !== 412 || !now) throw trouble;
    const later = await now.again();
    if (saidBy(later.body) !== saidBy(now.body)) throw trouble;
    now.tag = later.tag;
    return save(sent, now.tag);
  }
  const buttons = made.querySelector('.buttons');
  if (may('loyalty:write')) {
    buttons.prepend(button(PROGRAMME.discard, () => {
      memory.drafts.delete(key);
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    }, { class: 'outline secondary' }), what.ask);
  } else buttons.replaceChildren(what.ask);
  buttons.before(said, ...above);
  buttons.after(what.place);
  let last = null;
  const draw = () => {
    const values = fields.read();
    const shown = new Set(isShown(values));
    for (const [name, node] of nodes) node.hidden = !shown.has(name);
    const text = JSON.stringify(values);
    if (text === last) return;
    if (last !== null) {
      memory.drafts.set(key, values);
      what.changed();
    }
    last = text;
    said.replaceChildren(sentence(values));
    nameReferences(said, signal).catch(() => {});
  };
  for (const event of ['input', 'change', 'chosen', 'click', 'focusout']) made.addEventListener(event, draw);
  draw();
  return { made, fields, changed: what.changed };
}

// A fold with a picker that leads to a thing that exists.
export async function existing(ref, { title, label, name, address }) {
  const fields = fieldsOf([await chooser(ref, { name, label })]);
  const place = el('details', { class: 'existing' }, el('summary', {}, title), el('div', { class: 'fields' }, fields.nodes));
  place.addEventListener('chosen', () => {
    const id = fields.read()[name];
    if (!isEmpty(id)) location.hash = address(id);
  });
  return place;
}

