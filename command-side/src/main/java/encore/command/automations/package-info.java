/** Runs automations: folds events into documents of their own, and delivers the commands that they name. */
@NullMarked
package encore.command.automations;

import org.jspecify.annotations.NullMarked;
