// Codes of an authenticator app: setting the app up, and the recovery codes for a lost phone.
import { fieldsOf, form } from './forms.js';
import { button, copying, el, saved } from './parts.js';

export const CODE = { name: 'code', label: 'Code of your app', kind: 'code', hint: 'Six digits.' };

// The secret as a picture and as a text. The page's policy allows pictures of data, so the drawing runs no script.
export function shownSecret({ qr_svg: drawing, secret, otpauth_url: address }) {
  return el('div', { class: 'setup' },
    drawing ? el('img', { class: 'qr', width: 192, height: 192, alt: 'QR code for your authenticator app',
      src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}` }) : null,
    el('div', {},
      el('p', {}, 'Scan this code with an authenticator app on your phone. Password managers with codes work too.'),
      opened(address),
      el('p', { class: 'note' }, 'If you cannot scan it, enter this key in the app:'),
      el('div', { class: 'beside' }, el('code', { class: 'secret' }, secret.replaceAll(/(.{4})(?=.)/g, '$1 ')), copying('the key of the app', secret))));
}

// A phone cannot scan its own screen: there the link opens the app.
function opened(address) {
  if (!address?.startsWith('otpauth://')) return null;
  const link = el('a', {}, 'Open it in an app on this device');
  link.href = address;
  return el('p', {}, link);
}

// The recovery codes, shown once. `done` is called when the user says that they are saved.
export function recoveryCodes(codes, about, done) {
  const text = `Encore recovery codes\n${about}\n\n${codes.join('\n')}\n\nEach code works once, in place of a code of your app.\n`;
  const confirm = fieldsOf([{ name: 'is_saved', label: 'I saved these codes', kind: 'flag' }]);
  return [
    el('h1', { tabindex: '-1' }, 'Save your recovery codes'),
    el('p', {}, 'With one of these codes you can sign in when you do not have your phone. Each works once. They are shown only now.'),
    el('ol', { class: 'recovery' }, codes.map(code => el('li', {}, el('code', {}, code)))),
    el('div', { class: 'buttons' },
      copying('the recovery codes', codes.join('\n')),
      button('Download', () => saved('encore-recovery-codes.txt', text), { class: 'outline' })),
    form(confirm, 'Continue', async ({ is_saved }) => {
      if (is_saved !== true) {
        confirm.fields[0].focus();
        throw new Error('Save the codes first, and confirm it here.');
      }
      await done();
    }),
  ];
}
