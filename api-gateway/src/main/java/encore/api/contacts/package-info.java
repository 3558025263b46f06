/** Normalizes contacts and locations for comparison: emails, phones, countries, IP addresses. */
@NullMarked
package encore.api.contacts;

import org.jspecify.annotations.NullMarked;
