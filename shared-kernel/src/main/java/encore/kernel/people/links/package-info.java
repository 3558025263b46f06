/** Links by which people set passwords: invitations, and those for a forgotten password. */
@NullMarked
package encore.kernel.people.links;

import org.jspecify.annotations.NullMarked;
