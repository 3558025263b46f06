/** Idols: artists, teams, sponsors and podcasts, and their events. */
@NullMarked
package encore.kernel.idols;

import org.jspecify.annotations.NullMarked;
