/** Output for a terminal: a progress bar, and failures as one sentence. */
@NullMarked
package encore.infra.cli.terminal;

import org.jspecify.annotations.NullMarked;
