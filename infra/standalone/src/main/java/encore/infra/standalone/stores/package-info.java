/** Opens the log, the keys and the stores beside it, in a data directory or on MongoDB. */
@NullMarked
package encore.infra.standalone.stores;

import org.jspecify.annotations.NullMarked;
