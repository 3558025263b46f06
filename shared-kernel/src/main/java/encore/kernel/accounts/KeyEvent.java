package encore.kernel.accounts;

import encore.kernel.Event;
import encore.kernel.people.Role;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a key pair. */
public sealed interface KeyEvent extends Event.ManagementAction {

    KeyId key();

    @Override
    default String target() {
        return key().apiKey();
    }

    /** A key pair was issued, with or without a ceiling. */
    sealed interface Issued extends KeyEvent {

        String secretHash();

        String label();

        List<String> scopes();

        /** The role that bounds what the pair may do with its secret; null for none. */
        default @Nullable Role ceiling() {
            return null;
        }
    }

    @Revision("1")
    record KeyIssued(
            KeyId key,

            @Secret @NotPersonal("a hash of a secret of ours")
            String secretHash,

            @NotPersonal("a key's name") String label,
            @NotPersonal("names of scopes") List<String> scopes)
            implements Issued {
        public KeyIssued {
            scopes = List.copyOf(scopes);
        }
    }

    /** A key pair was issued that may do no more than a role. Builds that knew no roles do not admit it. */
    @Revision("1")
    record LimitedKeyIssued(
            KeyId key,

            @Secret @NotPersonal("a hash of a secret of ours")
            String secretHash,

            @NotPersonal("a key's name") String label,
            @NotPersonal("names of scopes") List<String> scopes,
            Role ceiling)
            implements Issued {
        public LimitedKeyIssued {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * A session of the console was ended.
     *
     * @param until the time at which it would have ended by itself, in unix seconds; nobody needs to remember it after
     *     that
     */
    @Revision("1")
    record ConsoleSessionEnded(
            KeyId key, @NotPersonal("a random name of ours") String session, long until) implements KeyEvent {}

    @Revision("1")
    record KeyRevoked(KeyId key) implements KeyEvent, Event.FinalEvent {}
}
