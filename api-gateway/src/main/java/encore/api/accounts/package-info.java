/** Endpoints for accounts, key pairs and origins, the part of the management API that a new installation uses first. */
@NullMarked
package encore.api.accounts;

import org.jspecify.annotations.NullMarked;
