package encore.kernel.browserlogin;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands of browser logins. A wrong code is an ordinary answer, because a refusal records nothing. */
public sealed interface BrowserCodeCommand<R> extends Command<R> {

    /**
     * Issues a code, as the last step of a login. It holds for 60 seconds, once. A fan that is unknown or erased, an
     * unknown business and an unknown campaign are refused.
     *
     * @param codeUid a fresh id that cannot be guessed; only a keyed hash of it is stored
     */
    record IssueBrowserCode(LoginsId logins, String codeUid, BrowserLogin login)
            implements BrowserCodeCommand<IssuedBrowserCode> {
        @Override
        public LoginsId stream() {
            return logins;
        }
    }

    /**
     * Exchanges a code for a session. A code that is used again ends the session that it gave.
     *
     * @param session the name of the new session
     * @param redirectUrl as the call sent it
     * @param codeChallenge the S256 challenge of the code_verifier of the call; null when it sent none
     * @param at the time of the gateway
     */
    record UseBrowserCode(
            SessionId session,
            BrowserCode code,
            String redirectUrl,
            @Nullable String codeChallenge,
            Instant at) implements BrowserCodeCommand<ExchangedBrowserCode> {
        @Override
        public SessionId stream() {
            return session;
        }
    }

    /** A step: records the issue of a code in the stream of the fan's logins. */
    record RecordBrowserCode(LoginsId logins, String codeHash, BrowserLogin login)
            implements BrowserCodeCommand<IssuedBrowserCode> {
        @Override
        public LoginsId stream() {
            return logins;
        }
    }

    /** A step: opens the session of a code, or ends the one that it gave before. */
    record RedeemBrowserCode(String codeHash, OpenFanSession login)
            implements BrowserCodeCommand<ExchangedBrowserCode> {
        @Override
        public LoginsId stream() {
            return login.logins();
        }
    }

    @Override
    StreamId stream();
}
