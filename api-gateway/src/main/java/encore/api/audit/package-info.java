/** Gives auditors what they read: histories, proofs, and a fan's whole record. */
@NullMarked
package encore.api.audit;

import org.jspecify.annotations.NullMarked;
