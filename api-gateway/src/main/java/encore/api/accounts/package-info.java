/** Accounts, key pairs and origins over HTTP: the part of the management API that everything else begins with. */
@NullMarked
package encore.api.accounts;

import org.jspecify.annotations.NullMarked;
