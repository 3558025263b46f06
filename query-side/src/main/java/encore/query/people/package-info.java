/** Keeps the people of accounts: for lists, and for gateways, which let them in. */
@NullMarked
package encore.query.people;

import org.jspecify.annotations.NullMarked;
