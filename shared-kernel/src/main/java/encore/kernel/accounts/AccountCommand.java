package encore.kernel.accounts;

import encore.kernel.Command;
import encore.kernel.quotas.Quota;
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
     * @param callsPerMinute the account's own limit of calls a minute; null for the installation's limit
     * @param defaultPointUid the point type that the name 'points' will stand for. Its uid is generated before the
     *     command, and it is created after the account.
     */
    record OpenAccount(AccountId id, String name, @Nullable Integer callsPerMinute, String defaultPointUid)
            implements AccountCommand<AccountOpening> {}

    record RenameAccount(AccountId id, String name) implements AccountCommand<AccountOpening> {}

    /** Sets the limit of calls a minute of an account; null for the installation's limit. */
    record SetRateLimit(AccountId id, @Nullable Integer callsPerMinute) implements AccountCommand<AccountOpening> {}

    /**
     * Sets a quota of an account; null for the default.
     *
     * @param most how many the account may have, from 0
     */
    record SetQuota(AccountId id, Quota quota, @Nullable Long most) implements AccountCommand<AccountOpening> {}

    /** Lets pages of an origin ({@code https://fans.example}) read answers in a browser. */
    record AllowOrigin(AccountId id, String origin) implements AccountCommand<Origin> {}

    record RemoveOrigin(AccountId id, String origin) implements AccountCommand<Origin> {}
}
