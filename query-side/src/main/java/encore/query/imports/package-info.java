/** Answers the questions that are asked before an import. */
@NullMarked
package encore.query.imports;

import org.jspecify.annotations.NullMarked;
