/** Lists the networks of accounts. */
@NullMarked
package encore.query.networks;

import org.jspecify.annotations.NullMarked;
