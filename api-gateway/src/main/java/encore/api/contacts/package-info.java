/** Reads what fans are reached by and where they are as it is compared: emails, phones, countries, addresses. */
@NullMarked
package encore.api.contacts;

import org.jspecify.annotations.NullMarked;
