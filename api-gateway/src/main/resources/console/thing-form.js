// Forms to create, to change, and for the other things that can be done, made from the description of a call.
import { fieldsOf, form } from './forms.js';
import { who } from './history.js';
import { shownZone, when } from './locale.js';
import { canPick, picker } from './picker.js';
import { catalogue, run } from './resources.js';
import { button, el, say } from './parts.js';
import { THING_FORM as TEXT, WORDS } from './texts.js';
import { shown, words } from './values.js';

// From how many fields on a form is long, and what most people fill in of one.
const LONG = 12;
const OFTEN = /(title|name|description|text|_type|_date|_time|start_timestamp|end_timestamp|timezone|media_uid|picture|points_required|points_reward)$|^(target_|venue|email|phone|is_active|status)/;

// How often a change is sent while nothing that the form shows was changed by others.
const TRIES = 3;
const WIDE = new Set(['long', 'json', 'lines']);

// The fields of a call. `ids` are known already and are not asked for; `now` is the thing as it is, for a form that changes it.
export async function fieldsFor(operation, ids, now = null) {
  const all = await catalogue();
  const asked = operation.fields.filter(field => field.in === undefined || ids[field.name] === undefined)
    .filter(field => !(field.in === undefined && now === null && ids[field.name] !== undefined && field.required))
    .filter(field => now === null || !isFixed(field, now));
  const shownAs = shownNames(asked);
  let known = () => ids;
  const made = await Promise.all(asked.map(async field => {
    const told = describe(field, now, shownAs);
    const isChoice = field.ref && await canPick(field);
    return { field, control: isChoice ? picker({ ...told, hint: chosenHint(told.hint), kind: field.kind, list: field.list, resource: all.get(field.ref) }, () => known()) : told };
  }));
  const fields = fieldsOf(made.map(one => one.control));
  known = () => ({ ...ids, ...Object.fromEntries(Object.entries(fields.read()).filter(([, value]) => value !== '' && typeof value !== 'object')) });
  fields.fields.forEach((one, at) => {
    one.told = asked[at];
    if (WIDE.has(one.kind) || one.control?.tagName === 'TEXTAREA') one.node.classList.add('whole');
  });
  fields.nodes = arranged(fields.fields, now ?? {});
  return fields;
}

// What never changes is shown on the page, and not asked for again.
function isFixed(field, now) {
  return /never changes/i.test(field.help ?? '') && now[field.name] !== undefined;
}

// Required fields first, then those that are set, then the others; what needs JSON is folded away. Of a long form, what is
// neither set nor often used is folded too.
function arranged(fields, now) {
  const isFolded = one => one.told.kind === 'json' || one.told.family;
  const must = fields.filter(one => one.told.required && !isFolded(one));
  const may = fields.filter(one => !one.told.required && !isFolded(one));
  const folded = fields.filter(isFolded);
  const isLong = must.length + may.length > LONG;
  const set = isLong ? may.filter(one => isSaid(now[one.told.name])) : may;
  const often = may.filter(one => OFTEN.test(one.told.name) && !set.includes(one)).slice(0, Math.max(2, LONG - must.length - set.length));
  const seldom = may.filter(one => !set.includes(one) && !often.includes(one));
  return [...must, ...may.filter(one => !seldom.includes(one))].map(one => one.node).concat(seldom.length === 0 ? []
    : [el('details', { class: 'more' }, el('summary', {}, TEXT.more(seldom.length)), el('div', { class: 'fields whole' }, seldom.map(one => one.node)))])
    .concat(folded.length === 0 ? []
    : [el('details', { class: 'folded', open: folded.some(one => one.told.required) }, el('summary', {}, TEXT.advancedAsJson),
      el('div', { class: 'fields whole' }, folded.map(one => one.node)))]);
}

// A switch that is off and a count of nothing are as good as not set.
function isSaid(value) {
  return !isEmpty(value) && value !== false && value !== 0;
}

// What is chosen by its name is no id to type, and not a line of a text.
function chosenHint(hint) {
  return hint?.replace(/^Ids? of (an?|the) [\w ]+\.\s*/, '').replace(/\s*One in each line\.$/, '') || undefined;
}

// A help that only repeats the label says nothing, and a form says itself what cannot be emptied. Other fields of the form, and their
// choices, are named as they are shown.
function hintOf(field, shownAs) {
  const help = field.help?.replace(/\s*Cannot be cleared\.$/, '').replaceAll(/\b[a-z]+(_[a-z]+)+\b/g, name => shownAs.get(name) ?? name);
  const bare = text => text.toLowerCase().replace(/^(the|an?) /, '').replaceAll(/[^a-z ]/g, '').trim();
  return !help || bare(help) === bare(field.label) ? undefined : help;
}

function shownNames(fields) {
  return new Map(fields.flatMap(field => [
    ...(field.enum ?? []).filter(Boolean).map(value => [value, words(value).toLowerCase()]),
    [field.name, field.label.toLowerCase()],
  ]));
}

function describe(field, now, shownAs) {
  const required = field.required === true && now === null;
  const told = { name: field.name, label: field.label, hint: hintOf(field, shownAs), required, maxlength: field.max_length };
  if (field.family) return { ...told, label: TEXT.namesBegin(field.label, field.name), kind: 'json', hint: TEXT.object(field.help ?? '', field.name) };
  if (field.kind === 'json') return { ...told, kind: 'json' };
  if (field.kind === 'choice') {
    const options = field.enum.filter(value => value !== null).map(value => [value, value === '' ? TEXT.none : words(value)]);
    if (field.list) return { ...told, kind: 'several', options };
    const open = required ? TEXT.choose : field.default !== undefined && now === null ? TEXT.defaultOf(words(field.default)) : WORDS.notSet;
    return { ...told, kind: 'choice', options: [['', open], ...options.filter(([value]) => value !== '')] };
  }
  if (field.list) return { ...told, kind: 'lines', hint: TEXT.onePerLine(told.hint ?? '').trim() };
  if (field.kind === 'flag') {
    if (now !== null && !field.clears) return { ...told, kind: 'state' };
    return { ...told, kind: 'state', open: required ? TEXT.choose : field.default !== undefined && now === null ? TEXT.defaultOf(field.default ? WORDS.choiceYes : WORDS.choiceNo) : WORDS.notSet };
  }
  if (field.kind === 'time') return { ...told, kind: 'moment', label: `${field.label} (${shownZone()})`, hint: told.hint?.replace(/ ?Unix seconds, ISO 8601, or YYYY-MM-DD HH:MM:SS in UTC\./, '') || undefined };
  if (/(^|_)timezone$/.test(field.name)) return { ...told, list: Intl.supportedValuesOf('timeZone').map(zone => [zone, '']) };
  if (/pass(word|phrase)$|secret$/.test(field.name)) return { ...told, kind: 'password', autocomplete: 'off' };
  return { ...told, kind: { whole: 'whole', decimal: 'decimal', day: 'day', long: 'long' }[field.kind] ?? 'text' };
}

// What was entered, as the API takes it.
function onWire(field, value) {
  if (Array.isArray(value)) return value.map(one => onWire({ ...field, list: false }, one));
  if ((field.kind === 'whole' || field.kind === 'decimal') && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
    && Number.isSafeInteger(Math.trunc(Number(value)))) return Number(value);
  return value;
}

function isEmpty(value) {
  return value === '' || value === null || value === undefined || Array.isArray(value) && value.length === 0;
}

function entered(fields) {
  const values = fields.read();
  const body = {};
  for (const { told } of fields.fields) {
    const value = onWire(told, values[told.name]);
    if (isEmpty(value)) continue;
    if (told.family && typeof value === 'object') Object.assign(body, value);
    else body[told.name] = value;
  }
  return body;
}

function missing(fields) {
  const values = fields.read();
  return fields.fields.filter(one => one.told.required && isEmpty(values[one.told.name]))
    .map(one => ({ field: one.told.name, message: WORDS.isRequired }));
}

function refused(errors) {
  return Object.assign(new Error(TEXT.someAreWrong), { errors });
}

// A form that makes something or does something: only what was entered is sent.
export async function entry(operation, ids, label, done, preset = {}) {
  const fields = await fieldsFor(operation, ids);
  fields.show(preset);
  const given = Object.fromEntries(operation.fields.filter(field => field.in === undefined && field.required && ids[field.name] !== undefined)
    .map(field => [field.name, ids[field.name]]));
  if (operation.file) return fileEntry(operation, ids, label, done);
  return form(fields, label, async () => {
    const errors = missing(fields);
    if (errors.length > 0) throw refused(errors);
    await done(await run(operation, ids, { ...given, ...entered(fields) }));
  }, { class: 'thing' });
}

function fileEntry(operation, ids, label, done) {
  const fields = fieldsOf([{ name: 'file', label: TEXT.picture, kind: 'file', accept: 'image/jpeg,image/png,image/gif,image/webp', hint: TEXT.pictureHint }]);
  return form(fields, label, async ({ file }) => {
    if (file === '') throw refused([{ field: 'file', message: WORDS.isRequired }]);
    await done(await run(operation, ids, {}, { file }));
  }, { class: 'thing' });
}

// A form that changes a thing. Only changed fields are sent, under the tag of what was read. If somebody else changed the thing
// meanwhile, it is read anew, and both values are shown.
export async function changeForm(resource, ids, first, again, done) {
  const operation = resource.change;
  const fields = await fieldsFor(operation, ids, first.body);
  const both = el('div', { 'aria-live': 'polite' });
  let read = first;
  let before = null;
  start();

  function start() {
    fields.show(read.body);
    before = fields.read();
  }

  function changed() {
    const values = fields.read();
    return fields.fields.filter(one => JSON.stringify(values[one.told.name]) !== JSON.stringify(before[one.told.name])).map(one => one.told);
  }

  function changes() {
    const values = fields.read();
    const body = {};
    const errors = [];
    for (const told of changed()) {
      const value = onWire(told, values[told.name]);
      if (!isEmpty(value)) {
        if (told.family && typeof value === 'object') Object.assign(body, value);
        else body[told.name] = value;
      } else if (told.clears) body[told.name] = told.list ? [] : null;
      else errors.push({ field: told.name, message: TEXT.cannotBeEmptied });
    }
    if (errors.length > 0) throw refused(errors);
    return body;
  }

  // A thing changes as well by what is none of the form's fields: a fan got the reward. Then the same change is sent again.
  async function save(body, tries = TRIES) {
    try {
      return await run(operation, ids, body, { tag: read.tag });
    } catch (trouble) {
      if (trouble.status !== 412) throw trouble;
      const old = read;
      read = await again();
      if (differing(old).length > 0 || tries === 1) {
        meanwhile(trouble, old);
        return null;
      }
      return save(body, tries - 1);
    }
  }

  function differing(old) {
    return fields.fields.map(one => one.told).filter(told => JSON.stringify(old.body[told.name]) !== JSON.stringify(read.body[told.name]));
  }

  // The values of others replace the former ones, except where the user entered something.
  function meanwhile(trouble, old) {
    const mine = fields.read();
    const own = changed();
    fields.show(read.body);
    before = fields.read();
    for (const one of fields.fields) if (own.includes(one.told)) one.show(typed(one.told, mine[one.told.name]));
    const rows = [...new Set([...differing(old), ...own])];
    const cell = (told, value) => shown(told, value) ?? el('span', { class: 'note' }, TEXT.empty);
    both.replaceChildren(el('article', { class: 'meanwhile', role: 'alert' }, el('h2', {}, TEXT.changedMeanwhile),
      el('p', {}, trouble.change ? [TEXT.changedBy, el('strong', { title: trouble.change.actor }, who(trouble.change)), ', ', when(trouble.change.at), '. '] : `${trouble.message} `,
        TEXT.entriesKept),
      el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': TEXT.bothValues }, el('table', {},
        el('thead', {}, el('tr', {}, [TEXT.field, TEXT.itWas, TEXT.itIsNow, TEXT.youEntered].map(title => el('th', { scope: 'col' }, title)))),
        el('tbody', {}, rows.map(told => el('tr', {}, el('th', { scope: 'row' }, told.label), el('td', {}, cell(told, old.body[told.name])),
          el('td', {}, cell(told, read.body[told.name])),
          el('td', {}, own.includes(told) ? cell(told, mine[told.name]) : '–'))))))));
    both.scrollIntoView({ block: 'nearest' });
  }

  const made = form(fields, TEXT.saveChanges, async () => {
    const body = changes();
    if (Object.keys(body).length === 0) {
      say(WORDS.nothingChanged);
      return;
    }
    if (await save(body) !== null) await done();
  }, { class: 'thing' });
  made.prepend(both);
  return made;
}

function typed(told, value) {
  return { [told.name]: value };
}

// A dialog with a form: for what is done to a thing besides changing it.
export async function dialogFor(title, about, operation, ids, label, done, preset = {}) {
  const place = el('div');
  const dialog = el('dialog', { 'aria-labelledby': 'action_title', onclose: () => dialog.remove() },
    el('article', { class: 'act' }, el('h2', { id: 'action_title', class: 'long' }, title), el('p', { class: 'note long' }, about), place));
  const made = await entry(operation, ids, label, async answer => {
    dialog.close();
    await done(answer);
  }, preset);
  made.querySelector('.buttons').prepend(button(WORDS.cancel, () => dialog.close(), { class: 'outline secondary' }));
  place.append(made);
  document.body.append(dialog);
  dialog.showModal();
  made.querySelector('input, select, textarea')?.focus();
  return dialog;
}
