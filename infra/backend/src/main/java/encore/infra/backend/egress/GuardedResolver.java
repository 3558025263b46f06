package encore.infra.backend.egress;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Resolves a name, checks its addresses, and hands the checked ones to the connection. Nothing resolves the name a second
 * time, so a name server cannot answer otherwise after the check. A name with any address that is not allowed is refused.
 */
final class GuardedResolver extends AddressResolverGroup<InetSocketAddress> {

    private final EgressRules rules;
    private final NameLookup lookup;
    private final Executor blocking;

    /** Looks up the addresses of a name. It may block. */
    interface NameLookup {
        List<InetAddress> find(String host) throws UnknownHostException;
    }

    /** @param blocking runs look-ups, which block */
    GuardedResolver(EgressRules rules, NameLookup lookup, Executor blocking) {
        this.rules = rules;
        this.lookup = lookup;
        this.blocking = blocking;
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new CheckedNames(executor).asAddressResolver();
    }

    private final class CheckedNames extends InetNameResolver {

        CheckedNames(EventExecutor executor) {
            super(executor);
        }

        @Override
        protected void doResolve(String host, Promise<InetAddress> promise) {
            complete(host, promise, found -> found.getFirst());
        }

        @Override
        protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
            complete(host, promise, found -> found);
        }

        private <T> void complete(String host, Promise<T> promise, Function<List<InetAddress>, T> choice) {
            try {
                blocking.execute(() -> {
                    try {
                        promise.trySuccess(choice.apply(checked(host)));
                    } catch (Exception failed) {
                        promise.tryFailure(failed);
                    }
                });
            } catch (RejectedExecutionException full) {
                promise.tryFailure(full);
            }
        }

        private List<InetAddress> checked(String host) throws UnknownHostException {
            List<InetAddress> found = lookup.find(host);
            if (found.isEmpty()) {
                throw new UnknownHostException("The name has no address");
            }
            if (!found.stream().allMatch(rules::isAllowed)) {
                throw new EgressFailure(EgressFailure.Kind.NOT_ALLOWED);
            }
            return found;
        }
    }
}
