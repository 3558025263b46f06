/** Monitored addresses: from where an account lets nobody in, and from where it does all the same. */
@NullMarked
package encore.kernel.addresses;

import org.jspecify.annotations.NullMarked;
