/** Monitored addresses: from where nobody is let in. */
@NullMarked
package encore.api.addresses;

import org.jspecify.annotations.NullMarked;
