/** Domains of trackers: the hosts on which an account's short links answer. */
@NullMarked
package encore.kernel.trackers.domains;

import org.jspecify.annotations.NullMarked;
