/** The stores of automations, each in a file of its own. */
@NullMarked
package encore.infra.eventstore.sqlite.process;

import org.jspecify.annotations.NullMarked;
