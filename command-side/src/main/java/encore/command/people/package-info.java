/** Decides who works for an account, in which role, and who may sign in at the console. */
@NullMarked
package encore.command.people;

import org.jspecify.annotations.NullMarked;
