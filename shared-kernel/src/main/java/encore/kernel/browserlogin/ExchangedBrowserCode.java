package encore.kernel.browserlogin;

import encore.kernel.PositionedAnswer;
import encore.kernel.SecretAnswer;
import encore.kernel.sessions.OpenedSession;
import org.jspecify.annotations.Nullable;

/**
 * The answer to the exchange of a code.
 *
 * @param session null when the code was wrong, over or used before
 * @param endedSession the session_ref of the session that ended because its code was used again; null for none
 */
public record ExchangedBrowserCode(
        @Nullable OpenedSession session, @Nullable String endedSession)
        implements SecretAnswer, PositionedAnswer<ExchangedBrowserCode> {

    public static final ExchangedBrowserCode WRONG = new ExchangedBrowserCode(null, null);

    @Override
    public ExchangedBrowserCode withPosition(long written) {
        return session == null ? this : new ExchangedBrowserCode(session.withPosition(written), endedSession);
    }
}
