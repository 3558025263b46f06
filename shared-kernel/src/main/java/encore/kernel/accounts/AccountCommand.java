package encore.kernel.accounts;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of an account. */
public sealed interface AccountCommand<R> extends Command<R> {

    AccountId id();

    @Override
    default AccountId stream() {
        return id();
    }

    /**
     * Opens an account.
     *
     * @param callsPerMinute its own limit, or null for the installation's
     * @param defaultPointUid the point type that 'points' will mean, minted before the command and created after it
     */
    record OpenAccount(AccountId id, String name, @Nullable Integer callsPerMinute, String defaultPointUid)
            implements AccountCommand<AccountOpening> {}

    record RenameAccount(AccountId id, String name) implements AccountCommand<AccountOpening> {}

    /** Sets how many calls a minute an account may make; null for the installation's limit. */
    record SetRateLimit(AccountId id, @Nullable Integer callsPerMinute) implements AccountCommand<AccountOpening> {}

    /** Lets pages of an origin ({@code https://fans.example}) read answers in a browser. */
    record AllowOrigin(AccountId id, String origin) implements AccountCommand<Origin> {}

    record RemoveOrigin(AccountId id, String origin) implements AccountCommand<Origin> {}
}
