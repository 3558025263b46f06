/** Counts what each account has in memory, and refuses more than its quotas and the memory of the process allow. */
@NullMarked
package encore.command.quotas;

import org.jspecify.annotations.NullMarked;
