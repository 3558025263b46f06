package encore.kernel.accounts;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about accounts and their keys. */
public sealed interface AccountQuery<R> extends Query<R> {

    /** One account; an unknown account is refused as unknown. */
    record FindAccount(long account) implements AccountQuery<Account> {}

    /** The origins whose pages may read the answers of an account in a browser. */
    record FindOrigins(long account) implements AccountQuery<List<Origin>> {}

    /** The addresses to which browser logins of an account may lead back, in the order in which they were added. */
    record FindRedirectUrls(long account) implements AccountQuery<List<Account.RedirectUrl>> {}

    /** All accounts of the installation. Only the operator (account 0) asks this. */
    record FindAccounts() implements AccountQuery<List<Account>> {
        @Override
        public long account() {
            return 0;
        }
    }

    /** The keys of an account, oldest first. */
    record FindKeys(long account) implements AccountQuery<List<ApiKey>> {}

    /** One key of an account; a key that is unknown or revoked is refused as unknown. */
    record FindKey(long account, String apiKey) implements AccountQuery<ApiKey> {}
}
