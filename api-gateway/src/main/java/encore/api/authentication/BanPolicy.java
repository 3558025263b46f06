package encore.api.authentication;

import encore.api.keys.AddressRules;
import encore.api.keys.FanBans;
import encore.api.keys.KeyRegistry;
import encore.api.keys.KnownSession;
import encore.api.keys.Principal;
import encore.api.problems.Problem;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Refuses calls from addresses that the caller's account has banned. It decides as soon as the account is known: before
 * secrets are compared, so that a banned caller's wrong guesses lock out nobody else, and before the call counts
 * against the account's limit.
 */
@Component
class BanPolicy {

    private final KeyRegistry keyRegistry;

    BanPolicy(KeyRegistry keyRegistry) {
        this.keyRegistry = keyRegistry;
    }

    /** Throws a {@link Problem} when the account has banned the caller's address. */
    void mustNotBeBanned(Principal principal, AccessAttempt accessAttempt) {
        if (!accessAttempt.bannedAllowed()
                && !dependsOnBody(principal, accessAttempt)
                && isBanned(principal.account(), accessAttempt.address(), accessAttempt.pageTabs())) {
            throw Problem.banned();
        }
    }

    /** Whether the decision depends on a campaign that the body may still name. */
    boolean dependsOnBody(Principal principal, AccessAttempt accessAttempt) {
        InetAddress from = accessAttempt.address();
        return accessAttempt.bodyPending()
                && !accessAttempt.bannedAllowed()
                && from != null
                && keyRegistry.addresses(principal.account()).hasPageTabRules(from);
    }

    /** Whether an account has banned an address, in general or for one of these campaigns. */
    boolean isBanned(long account, @Nullable InetAddress address, Supplier<Set<Long>> pageTabs) {
        AddressRules addressRules = keyRegistry.addresses(account);
        if (address == null || addressRules.isEmpty()) {
            return false;
        }
        Set<Long> named = pageTabs.get();
        return named.isEmpty()
                ? addressRules.isBanned(address, null)
                : named.stream().anyMatch(pageTab -> addressRules.isBanned(address, pageTab));
    }

    /** Throws a {@link Problem} when a session's fan is banned from the show of one of these campaigns, and not only muted. */
    void mustNotBeShutOut(KnownSession session, Supplier<Set<Long>> pageTabs) {
        mustNotBeShutOut(session.account(), session.fanId(), pageTabs);
    }

    /**
     * Throws a {@link Problem} when a fan is banned from the show of one of these campaigns, and not only muted.
     *
     * @param fanId null for a guest, who cannot be banned
     */
    void mustNotBeShutOut(long account, @Nullable Long fanId, Supplier<Set<Long>> pageTabs) {
        FanBans bans = keyRegistry.fanBans(account);
        if (fanId == null || bans.isEmpty()) {
            return;
        }
        Instant now = Instant.now();
        if (pageTabs.get().stream().anyMatch(pageTab -> bans.isShutOut(pageTab, fanId, now))) {
            throw Problem.fanBanned();
        }
    }
}
