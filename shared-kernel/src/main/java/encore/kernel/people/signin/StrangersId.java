package encore.kernel.people.signin;

import encore.kernel.StreamId;

/**
 * The sign-ins with emails that nobody has. They are recorded as those of a person are, so that both take the same work.
 * Account 0 stands for accounts that do not exist. Prints as {@code strangers.<account>}.
 */
@StreamId.Kind("strangers")
public record StrangersId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
