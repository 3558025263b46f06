// Codes of an authenticator app: setting the app up, and the recovery codes for a lost phone.
import { fieldsOf, form } from './forms.js';
import { button, copying, el, saved } from './parts.js';
import { CODES as TEXT, WORDS } from './texts.js';

export const CODE = { name: 'code', label: TEXT.codeOfYourApp, kind: 'code', hint: TEXT.sixDigits };

// The secret as a picture and as a text. The page's policy allows pictures of data, so the drawing runs no script.
export function shownSecret({ qr_svg: drawing, secret, otpauth_url: address }) {
  return el('div', { class: 'setup' },
    drawing ? el('img', { class: 'qr', width: 192, height: 192, alt: TEXT.qrCode,
      src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}` }) : null,
    el('div', {},
      el('p', {}, TEXT.scanIt),
      opened(address),
      el('p', { class: 'note' }, TEXT.enterKey),
      el('div', { class: 'beside' }, el('code', { class: 'secret' }, secret.replaceAll(/(.{4})(?=.)/g, '$1 ')), copying(TEXT.keyOfApp, secret))));
}

// A phone cannot scan its own screen: there the link opens the app.
function opened(address) {
  if (!address?.startsWith('otpauth://')) return null;
  const link = el('a', {}, TEXT.openHere);
  link.href = address;
  return el('p', {}, link);
}

// The recovery codes, shown once. `done` is called when the user says that they are saved.
export function recoveryCodes(codes, about, done) {
  const text = TEXT.file(about, codes.join('\n'));
  const confirm = fieldsOf([{ name: 'is_saved', label: TEXT.isSaved, kind: 'flag' }]);
  return [
    el('h1', { tabindex: '-1' }, TEXT.saveThem),
    el('p', {}, TEXT.aboutRecoveryCodes),
    el('ol', { class: 'recovery' }, codes.map(code => el('li', {}, el('code', {}, code)))),
    el('div', { class: 'buttons' },
      copying(TEXT.theRecoveryCodes, codes.join('\n')),
      button(TEXT.download, () => saved('encore-recovery-codes.txt', text), { class: 'outline' })),
    form(confirm, WORDS.continue, async ({ is_saved }) => {
      if (is_saved !== true) {
        confirm.fields[0].focus();
        throw new Error(TEXT.saveFirst);
      }
      await done();
    }),
  ];
}
