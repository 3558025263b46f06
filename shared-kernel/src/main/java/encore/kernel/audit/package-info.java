/** Says what an auditor asks: what happened, what was true then, and how that is proved. */
@NullMarked
package encore.kernel.audit;

import org.jspecify.annotations.NullMarked;
