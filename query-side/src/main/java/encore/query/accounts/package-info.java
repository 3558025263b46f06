/** Keeps accounts and API keys for queries, and publishes them to every gateway. */
@NullMarked
package encore.query.accounts;

import org.jspecify.annotations.NullMarked;
