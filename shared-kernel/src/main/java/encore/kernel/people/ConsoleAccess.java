package encore.kernel.people;

/**
 * The access to the console beside people.
 *
 * @param areKeysAllowed whether key pairs may
 */
public record ConsoleAccess(boolean areKeysAllowed) {

    /** A new account lets key pairs sign in: nobody else can. */
    public static final ConsoleAccess OPEN = new ConsoleAccess(true);
}
