package encore.kernel.contacts;

/**
 * An email or phone that somebody logs in with.
 *
 * @param value an email in lower case, or a phone in E.164
 */
public record LoginContact(ContactKind kind, String value) {

    /** The space of the claims on contacts of logins. Claims on contacts of fans have spaces of their own. */
    public static final String SPACE = "contact";

    /** Returns the text that is claimed. */
    public String claimed() {
        return kind.word() + "." + value;
    }

    @Override
    public String toString() {
        return kind.word();
    }
}
