// The settings of the account: the zone and the locale by which the console shows times and numbers, and the currency.
import { get, post } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { number, time } from './locale.js';
import { el, say, told } from './parts.js';
import { access } from './people.js';
import { may, signedInAs } from './session.js';
import { SETTINGS } from './texts.js';

const PATH = '/api/v1/manage/settings';
const NAMES = ['console_time_zone', 'console_locale', 'currency'];

export async function settings(main, signal) {
  const sample = el('p', { class: 'note', 'aria-live': 'polite' });
  const show = () => { sample.textContent = SETTINGS.sample(time(new Date()), number(1234567.891)); };
  main.append(el('h1', {}, SETTINGS.title), el('p', { class: 'note' }, SETTINGS.about));
  let kept = await get(PATH, {}, signal);
  show();
  if (!may('system:write')) {
    main.append(told([[SETTINGS.zone, kept.console_time_zone ?? 'UTC'], [SETTINGS.locale, kept.console_locale], [SETTINGS.currency, kept.currency]]),
      sample, el('p', { class: 'note' }, SETTINGS.readOnly));
    return;
  }
  const fields = fieldsOf([
    { name: 'console_time_zone', label: SETTINGS.zone, hint: SETTINGS.zoneHint, list: zones() },
    { name: 'console_locale', label: SETTINGS.locale, hint: SETTINGS.localeHint },
    { name: 'currency', label: SETTINGS.currency, hint: SETTINGS.currencyHint },
  ]);
  fields.show(kept);
  main.append(form(fields, SETTINGS.save, async values => {
    const changes = Object.fromEntries(NAMES.filter(name => values[name] !== (kept[name] ?? '')).map(name => [name, values[name]]));
    if (Object.keys(changes).length > 0) {
      kept = await post(PATH, changes);
      signedInAs(await get('/api/v1/manage/me'));
      window.dispatchEvent(new Event('me-changed'));
    }
    if (signal.aborted) return;
    fields.show(kept);
    show();
    say(SETTINGS.saved);
  }, { class: 'single' }), sample, may('people:write') ? access(signal) : '');
}

function zones() {
  return (Intl.supportedValuesOf?.('timeZone') ?? []).map(zone => [zone, '']);
}
