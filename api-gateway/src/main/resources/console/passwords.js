// A new password: its field, and a hint of its length while it is typed.
import { el } from './parts.js';
import { fieldsOf } from './forms.js';

const LEAST = 12;

export function newPassword(label = 'New password') {
  const { fields: [field] } = fieldsOf([{ name: 'password', label, kind: 'password', autocomplete: 'new-password', maxlength: 256 }]);
  const meter = el('meter', { min: 0, max: 20, low: LEAST, high: LEAST, optimum: 20, value: 0, 'aria-hidden': 'true' });
  const hint = el('small', { id: `${field.control.id}strength`, 'aria-live': 'polite' });
  const tell = () => {
    const length = [...field.control.value.normalize('NFC')].length;
    meter.value = Math.min(length, 20);
    hint.textContent = length === 0 ? `At least ${LEAST} characters. Several words that do not belong together are easy to remember and hard to guess.`
      : length < LEAST ? `Too short: ${LEAST - length} more ${LEAST - length === 1 ? 'character' : 'characters'}.`
        : new Set(field.control.value).size < 5 ? 'Too simple: use more different characters.'
          : length < 16 ? 'Long enough. Common passwords are refused.' : 'Good length.';
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
  const trouble = new Error(`The password needs at least ${LEAST} characters.`);
  trouble.errors = [{ field: 'password', message: `must have at least ${LEAST} characters` }];
  return trouble;
}
