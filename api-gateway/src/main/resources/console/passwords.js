// A new password: its field, and a hint of its length while it is typed.
import { el } from './parts.js';
import { fieldsOf } from './forms.js';
import { PASSWORDS as TEXT } from './texts.js';

const LEAST = 12;

export function newPassword(label = TEXT.newPassword) {
  const { fields: [field] } = fieldsOf([{ name: 'password', label, kind: 'password', autocomplete: 'new-password', maxlength: 256 }]);
  const meter = el('meter', { min: 0, max: 20, low: LEAST, high: LEAST, optimum: 20, value: 0, 'aria-hidden': 'true' });
  const hint = el('small', { id: `${field.control.id}strength`, 'aria-live': 'polite' });
  const tell = () => {
    const length = [...field.control.value.normalize('NFC')].length;
    meter.value = Math.min(length, 20);
    hint.textContent = length === 0 ? TEXT.atLeast(LEAST)
      : length < LEAST ? TEXT.tooShort(LEAST - length, LEAST - length === 1 ? TEXT.character : TEXT.characters)
        : new Set(field.control.value).size < 5 ? TEXT.tooSimple
          : length < 16 ? TEXT.longEnough : TEXT.goodLength;
    field.complain('');
  };
  field.control.addEventListener('input', tell);
  field.control.setAttribute('aria-describedby', `${field.control.getAttribute('aria-describedby')} ${hint.id}`);
  field.node.append(meter, hint);
  const { complain } = field;
  field.complain = sentence => {
    complain(sentence);
    meter.hidden = hint.hidden = sentence !== '';
  };
  tell();
  // The server judges too; this saves a call.
  field.isLong = () => [...field.control.value.normalize('NFC')].length >= LEAST;
  return field;
}

export function tooShort() {
  const trouble = new Error(TEXT.needsAtLeast(LEAST));
  trouble.errors = [{ field: 'password', message: TEXT.mustHave(LEAST) }];
  return trouble;
}
