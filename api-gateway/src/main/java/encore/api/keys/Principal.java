package encore.api.keys;

import encore.api.problems.Problem;
import encore.kernel.people.Right;
import encore.kernel.people.Role;
import org.jspecify.annotations.Nullable;

/** The caller in the name of an account: a key pair, or a person who signed in at the console. */
public sealed interface Principal permits ActiveKey, ActivePerson {

    long account();

    /** Returns the name under which the log records what it does. It is neither secret nor personal. */
    String actor();

    /** Whether it may call operations of a scope; the empty one needs none. */
    boolean hasScope(String scope);

    /** Returns the role that bounds what it may do; null for none. */
    @Nullable
    Role role();

    /** Whether it may do what needs a right; null stands for what needs none. */
    default boolean has(@Nullable Right right) {
        Role role = role();
        return right == null || role == null || role.has(right);
    }

    /**
     * Refuses a person whose role lacks a right, and a pair that may do no more than such a role.
     *
     * @param right null for what needs none
     */
    default void mustHave(@Nullable Right right) {
        if (right != null && !has(right)) {
            String caller = this instanceof ActivePerson ? "Your role" : "The api_key";
            throw Problem.forbidden("right-missing", caller + " does not allow " + right.word() + ".");
        }
    }

    /** Whether it sees how fans are reached. */
    default boolean seesContacts() {
        Role role = role();
        return role == null || role.seesContacts();
    }
}
