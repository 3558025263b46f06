// What the parts of a fan's page share: how times and numbers are shown, texts of others, and dialogs that change something.
import { chart } from './chart.js';
import { form } from './forms.js';
import { day, number, when } from './locale.js';
import { button, count, el, say } from './parts.js';
import { FAN_PARTS as TEXT, WORDS } from './texts.js';

export { chart, count, day, number, when };

// A text that somebody entered. Its direction is its own, and it may have any length.
export function text(value) {
  return value === null || value === undefined || value === '' ? null : el('bdi', { class: 'long' }, value);
}

export function none(sentence = TEXT.none) {
  return el('p', { class: 'note' }, sentence);
}

// A dialog with a form. Errors stand at their fields; Escape closes it, and the button that opened it gets the focus back.
// `send` changes something and shows the result; it answers the sentence that says so.
export function asking(signal, title, { sentences = [], fields, label, danger = false, send }) {
  const back = focused();
  const leave = () => dialog.close();
  let done = null;
  const dialog = el('dialog', { class: 'fan-dialog', 'aria-labelledby': 'asking_title', onclose: () => {
    signal.removeEventListener('abort', leave);
    dialog.remove();
    if (done !== null) say(done);
    back();
  } });
  const entry = form(fields, label, async values => {
    done = await send(values);
    dialog.close();
  });
  if (danger) entry.querySelector('[type=submit]').classList.add('danger');
  entry.querySelector('.buttons').prepend(button(WORDS.cancel, leave, { class: 'outline secondary' }));
  dialog.append(el('article', { class: 'narrow' },
    el('h2', { id: 'asking_title', class: 'long' }, title),
    sentences.map(sentence => el('p', { class: 'long' }, sentence)),
    entry));
  signal.addEventListener('abort', leave, { once: true });
  document.body.append(dialog);
  dialog.showModal();
  fields.fields[0]?.focus();
}

// Remembers where the focus is. What is called afterwards brings it back: to the button of the same deed, if the part was
// redrawn, or to the heading of the part, if the button is gone.
export function focused() {
  const act = document.activeElement?.dataset.act;
  const heading = document.activeElement?.closest('.fan-part')?.querySelector('h2');
  return () => {
    if (!act || document.activeElement !== document.body) return;
    const again = document.querySelector(`#view [data-act="${CSS.escape(act)}"]`) ?? (heading?.isConnected ? heading : document.querySelector('#view h1'));
    again?.focus({ preventScroll: true });
  };
}

// A button of this page that opens a dialog or changes something.
export function deed(label, key, handler, attributes = {}) {
  return button(label, handler, { class: 'outline', 'data-act': key, ...attributes });
}
