// What can be done to a thing besides changing it: its actions, and its removal.
import { dialogFor } from './thing-form.js';
import { idsOfRow, isAllowed, run, titleOf } from './resources.js';
import { fieldsOf, form } from './forms.js';
import { button, confirmed, copied, el, say, told, unlessLeft } from './parts.js';
import { THING_ACTIONS as TEXT, WORDS } from './texts.js';
import { forgetNames, shown, words } from './values.js';

// The name of an action: its verb, from the last word of its path where that is one, otherwise from its name.
export function nameOf(operation) {
  return words(operation.operation.replaceAll(/([A-Z])/g, ' $1').toLowerCase());
}

function idsOf(operation) {
  return operation.fields.filter(field => field.in === 'path').map(field => field.name);
}

function names(operation, name) {
  return operation.fields.some(field => field.name === name);
}

// Where an action belongs: to one thing, to the rows of a list (all that it asks for stands in the row), or to the list.
export function placeOf(resource, operation) {
  if (resource.own ? names(operation, resource.own) : resource.one !== undefined) return 'thing';
  const required = operation.fields.filter(field => field.in !== 'path' && field.required);
  const known = new Set(resource.shows.map(field => field.name));
  if (required.length > 0 && required.every(field => known.has(field.name) && field.kind !== 'json')) return 'row';
  return idsOf(operation).every(id => resource.context.includes(id)) ? 'list' : 'thing';
}

export function actionsAt(resource, place) {
  return resource.actions.filter(operation => isAllowed(operation) && placeOf(resource, operation) === place);
}

// A button for an action. Where nothing is asked for, it acts at once; deletions ask first.
export function actionButton(resource, operation, ids, signal, done) {
  const open = operation.fields.filter(field => ids[field.name] === undefined || field.in === undefined && !field.required);
  const label = nameOf(operation);
  const finish = async answer => {
    forgetNames();
    if (signal.aborted) return;
    await done();
    say(TEXT.done(label));
    tellAnswer(label, answer.body);
  };
  const isRemoval = operation.method === 'DELETE';
  return button(label, async event => {
    const pressed = event.currentTarget;
    if (pressed.hasAttribute('aria-busy')) return;
    pressed.setAttribute('aria-busy', 'true');
    try {
      if (open.length > 0) await dialogFor(label, `${operation.title}.`, operation, ids, label, finish);
      else if (!isRemoval || await confirmed(`${label}?`, `${operation.title}.`, label)) {
        const given = Object.fromEntries(operation.fields.filter(field => field.in === undefined && ids[field.name] !== undefined).map(field => [field.name, ids[field.name]]));
        await finish(await run(operation, ids, given));
      }
    } catch (trouble) {
      if (trouble.isSignedOut) window.dispatchEvent(new Event('signed-out'));
      else unlessLeft(signal)(trouble);
    } finally {
      pressed.removeAttribute('aria-busy');
    }
  }, { class: isRemoval ? 'outline danger' : 'outline', title: operation.title, 'data-action': operation.operation });
}

// An answer that the page does not show: how a simulation went, or a secret that is shown once.
function tellAnswer(label, body) {
  if (body === null || typeof body !== 'object' || Array.isArray(body) && body.length === 0 || Object.keys(body).length === 0) return;
  if (Object.keys(body).join() === 'message') return;
  const dialog = el('dialog', { 'aria-labelledby': 'answer_title', onclose: () => dialog.remove() },
    el('article', { class: 'act' }, el('h2', { id: 'answer_title' }, label), answerParts(body),
      el('div', { class: 'buttons' }, button(WORDS.close, () => dialog.close(), { autofocus: true }))));
  document.body.append(dialog);
  dialog.showModal();
}

export function answerParts(body) {
  const rows = Array.isArray(body) ? [[TEXT.rows, body]] : Object.entries(body);
  return told(rows.map(([name, value]) => [words(name), /secret|password|token|^link$/.test(name) && typeof value === 'string'
    ? copied(words(name), value) : shown({ name, kind: name.endsWith('_timestamp') ? 'time' : typeof value === 'object' ? 'json' : 'text' }, value)]));
}

// Whether the same thing can be added again under the same id.
function comesBack(resource) {
  return resource.create?.fields.some(field => field.name === resource.own) === true;
}

// Removes a thing after a question that says what goes with it. Where nothing brings it back, its name has to be entered.
export function removal(resource, row, ids, signal, done) {
  const title = titleOf(resource, row);
  const verb = nameOf(resource.delete).split(' ')[0];
  const below = resource.children.filter(child => child.parent === resource.name && child.list).map(child => child.title.toLowerCase());
  const sentences = [`${resource.delete.title}.`, ...below.length === 0 ? [] : [TEXT.goWithIt(below.join(', '))]];
  return button(verb, async () => {
    try {
      if (comesBack(resource)) {
        if (!await confirmed(`${verb} ${title}?`, sentences, verb)) return;
        await removed();
      } else askForName();
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }, { class: 'outline danger', title: resource.delete.title, 'data-act': `${verb} ${title}` });

  async function removed() {
    const given = Object.fromEntries(resource.delete.fields.filter(field => field.in === 'query' && field.required).map(field => [field.name, ids[field.name] ?? row[field.name]]));
    // Some paths name more than the id, such as the business of a quest: the thing itself says it.
    await run(resource.delete, idsOfRow(resource, row, ids), given);
    forgetNames();
    if (!signal.aborted) await done();
  }

  function askForName() {
    const fields = fieldsOf([{ name: 'title', label: TEXT.enterToConfirm(title), required: true }]);
    const entry = form(fields, TEXT.forGood(verb), async values => {
      if (values.title !== title.trim()) throw Object.assign(new Error(''), { errors: [{ field: 'title', message: TEXT.isNotTheName }] });
      await removed();
      dialog.close();
    });
    const dialog = el('dialog', { 'aria-labelledby': 'remove_title', onclose: () => dialog.remove() },
      el('article', { class: 'act' }, el('h2', { id: 'remove_title', class: 'long' }, `${verb} ${title}?`),
        sentences.map(sentence => el('p', { class: 'long' }, sentence)), el('p', {}, TEXT.noWayBack), entry));
    entry.querySelector('button[type=submit]').classList.add('danger');
    entry.querySelector('.buttons').prepend(button(WORDS.cancel, () => dialog.close(), { class: 'outline secondary' }));
    document.body.append(dialog);
    dialog.showModal();
    fields.fields[0].focus();
  }
}
